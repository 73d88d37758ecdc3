#pragma once
#include <microhttpd.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/eventfd.h>

// What Swift cannot import of libmicrohttpd: variadic functions, and macros with casts.

/// Starts a daemon with one thread of its own on 127.0.0.1 alone; port 0 lets the system choose. No `Date` header is
/// sent: whoever answers adds one. `MHD_USE_POLL`, since a socket replaced by dup2 would fall out of an epoll set.
static inline struct MHD_Daemon *mhd_start_on_loopback(
    uint16_t port, MHD_AccessHandlerCallback handler, void *context,
    void *(*began)(void *context, const char *target, struct MHD_Connection *connection),
    MHD_RequestCompletedCallback ended, unsigned int connections, size_t bytes_a_connection, unsigned int idle_seconds)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK, port, NULL, NULL,
        handler, context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
        MHD_OPTION_URI_LOG_CALLBACK, began, context,
        MHD_OPTION_NOTIFY_COMPLETED, ended, context,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, bytes_a_connection,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_END);
}

/// The port a daemon listens on; 0 when it cannot be told.
static inline uint16_t mhd_bound_port(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/// The socket of a connection; -1 when it cannot be told.
static inline int mhd_connection_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Makes a response speak HTTP/1.0 only: neither chunks nor keep-alive, so that its end is the connection's end.
static inline enum MHD_Result mhd_speak_http_1_0(struct MHD_Response *response)
{
    return MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
}

/// `MHD_SIZE_UNKNOWN`
static inline uint64_t mhd_size_unknown(void) { return MHD_SIZE_UNKNOWN; }

/// What a content reader returns at the proper end.
static inline ssize_t mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

/// What a content reader returns to cut the connection.
static inline ssize_t mhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
