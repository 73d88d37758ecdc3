#pragma once
#include <libxml/xmlversion.h>
// Debian's headers would bring ICU's in, which contradict those of Foundation's own ICU. It changes the end of one
// struct (xmlCharEncodingHandler) that is never made here.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *xmlshim_error;
#else
typedef xmlError *xmlshim_error;
#endif

/// The first error of a parse; code 0 = none.
typedef struct {
    int code;
    int line;
} xmlshim_mark;

/// What reported errors on this thread before.
typedef struct {
    xmlStructuredErrorFunc structured;
    void *structuredContext;
    xmlGenericErrorFunc generic;
    void *genericContext;
} xmlshim_reporters;

/// Keeps the first error. Warnings and namespace complaints are none: an undeclared prefix leaves a readable document.
static inline void xmlshim_report(void *context, xmlshim_error error) {
    xmlshim_mark *mark = (xmlshim_mark *)context;
    if (error->level <= XML_ERR_WARNING || error->domain == XML_FROM_NAMESPACE || mark->code != 0) return;
    mark->code = error->code;
    mark->line = error->line;
}

static inline void xmlshim_ignore(void *context, const char *message, ...) {
    (void)context;
    (void)message;
}

/// From here on errors on this thread go to `mark` and nothing is printed.
static inline xmlshim_reporters xmlshim_listen(xmlshim_mark *mark) {
    xmlshim_reporters former = {
        xmlStructuredError, xmlStructuredErrorContext, xmlGenericError, xmlGenericErrorContext};
    xmlSetStructuredErrorFunc(mark, xmlshim_report);
    xmlSetGenericErrorFunc(NULL, xmlshim_ignore);
    return former;
}

/// Gives this thread its former reporters back.
static inline void xmlshim_restore(xmlshim_reporters former) {
    xmlSetStructuredErrorFunc(former.structuredContext, former.structured);
    xmlSetGenericErrorFunc(former.genericContext, former.generic);
}
