"use strict";
// Sends the answer on. Without scripts the person presses the button.
document.forms[0].submit();
