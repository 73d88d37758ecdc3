extension Schemas {
    static let messageSchema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "One message of the adapter protocol, version 1: one line",
          "description": "Kit to adapter: make, seed, call, return, release, advance, wake, permission, account, present, dismiss; they carry the device's time in now and uptime. Adapter to kit: all others. Times are in ms; now and expires are ms since 1970. Unknown properties are to be ignored.",
          "type": "object",
          "required": ["type"],
          "properties": { "now": { "type": "integer" }, "uptime": { "type": "number", "minimum": 0 } },
          "oneOf": [
            { "$ref": "#/$defs/hello" }, { "$ref": "#/$defs/make" }, { "$ref": "#/$defs/seed" },
            { "$ref": "#/$defs/answered" }, { "$ref": "#/$defs/failed" }, { "$ref": "#/$defs/advance" },
            { "$ref": "#/$defs/call" }, { "$ref": "#/$defs/callback" }, { "$ref": "#/$defs/return" },
            { "$ref": "#/$defs/release" }, { "$ref": "#/$defs/sleep" }, { "$ref": "#/$defs/wake" },
            { "$ref": "#/$defs/askPermission" }, { "$ref": "#/$defs/permission" }, { "$ref": "#/$defs/askAccount" },
            { "$ref": "#/$defs/account" }, { "$ref": "#/$defs/present" }, { "$ref": "#/$defs/dismiss" },
            { "$ref": "#/$defs/cancel" }, { "$ref": "#/$defs/log" }
          ],
          "$defs": {
            "number": { "type": "integer", "minimum": 1 },
            "texts": { "type": "array", "items": { "type": "string" } },
            "textOrNull": { "type": ["string", "null"] },
            "hello": {
              "required": ["protocol", "name", "capabilities"],
              "properties": {
                "type": { "const": "hello" }, "protocol": { "const": 1 }, "name": { "type": "string" },
                "capabilities": { "$ref": "#/$defs/texts" }
              }
            },
            "context": {
              "type": "object",
              "required": ["softwareStatement", "applicationID", "platform", "integrityCheck", "service", "serviceURL", "redirectURL", "storeDirectory", "keepsLimit"],
              "properties": {
                "softwareStatement": { "type": "string" }, "applicationID": { "type": "string" },
                "platform": { "enum": ["iOS", "tvOS"] }, "integrityCheck": { "enum": ["none", "all", "clear"] },
                "service": { "enum": ["v1", "v2"] }, "serviceURL": { "type": "string" },
                "redirectURL": { "type": "string" }, "storeDirectory": { "type": "string" },
                "keepsLimit": { "type": "boolean" }
              }
            },
            "make": {
              "required": ["object", "context", "number"],
              "properties": {
                "type": { "const": "make" }, "object": { "$ref": "#/$defs/number" },
                "context": { "$ref": "#/$defs/context" }, "number": { "$ref": "#/$defs/number" }
              }
            },
            "seed": {
              "required": ["context", "tokens", "number"],
              "properties": {
                "type": { "const": "seed" }, "context": { "$ref": "#/$defs/context" },
                "number": { "$ref": "#/$defs/number" },
                "tokens": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["requestor", "mvpd", "life", "isForeign", "isOfV1", "authorizations"],
                    "properties": {
                      "requestor": { "type": "string" }, "mvpd": { "type": "string" }, "life": { "type": "number" },
                      "isForeign": { "type": "boolean" }, "isOfV1": { "type": "boolean" },
                      "authorizations": { "$ref": "#/$defs/texts" }
                    }
                  }
                }
              }
            },
            "answered": {
              "required": ["number"],
              "properties": { "type": { "enum": ["made", "seeded", "advanced"] }, "number": { "$ref": "#/$defs/number" } }
            },
            "failed": {
              "required": ["number", "text"],
              "properties": { "type": { "const": "failed" }, "number": { "$ref": "#/$defs/number" }, "text": { "type": "string" } }
            },
            "advance": {
              "required": ["number", "now", "uptime"],
              "properties": { "type": { "const": "advance" }, "number": { "$ref": "#/$defs/number" } }
            },
            "call": {
              "required": ["object", "verb"],
              "properties": {
                "type": { "const": "call" }, "object": { "$ref": "#/$defs/number" },
                "verb": {
                  "enum": ["setRequestor", "checkAuthentication", "getMetadata", "setOptions", "getAuthentication", "setSelectedProvider", "handleExternalURL", "logout", "getSelectedProvider", "checkAuthorization", "getAuthorization", "checkPreauthorizedResources", "preauthorize"]
                },
                "key": { "$ref": "#/$defs/key" }
              }
            },
            "key": {
              "type": "object", "required": ["opcode"],
              "properties": {
                "opcode": { "enum": ["METADATA_AUTHENTICATION", "METADATA_AUTHORIZATION", "METADATA_DEVICE_ID", "METADATA_USER_META"] },
                "resource": { "type": "string" }, "name": { "type": "string" }
              }
            },
            "callback": {
              "required": ["object", "callback"],
              "properties": {
                "type": { "const": "callback" }, "object": { "$ref": "#/$defs/number" },
                "call": { "description": "The adapter waits for the return with this number", "$ref": "#/$defs/number" },
                "callback": {
                  "enum": ["setRequestorComplete", "setAuthenticationStatus", "status", "setMetadataStatus", "sendTrackingData", "displayProviderDialog", "navigateToUrl", "presentTVProviderDialog", "dismissTVProviderDialog", "selectedProvider", "setToken", "tokenRequestFailed", "preauthorizedResources", "preauthorizeResponse"]
                },
                "key": { "$ref": "#/$defs/key" },
                "level": { "enum": ["success", "info", "warning", "error"] }
              }
            },
            "return": {
              "required": ["object", "call"],
              "properties": { "type": { "const": "return" }, "object": { "$ref": "#/$defs/number" }, "call": { "$ref": "#/$defs/number" } }
            },
            "release": {
              "required": ["object"],
              "properties": { "type": { "enum": ["release", "released"] }, "object": { "$ref": "#/$defs/number" } }
            },
            "sleep": {
              "required": ["sleep", "milliseconds", "reason"],
              "properties": {
                "type": { "const": "sleep" }, "sleep": { "$ref": "#/$defs/number" },
                "milliseconds": { "type": "number" }, "reason": { "enum": ["deadline", "backOff", "pace", "poll"] },
                "since": { "description": "The uptime it began at", "type": "number" }
              }
            },
            "wake": {
              "required": ["sleep"],
              "properties": { "type": { "enum": ["wake", "awake"] }, "sleep": { "$ref": "#/$defs/number" } }
            },
            "askPermission": {
              "required": ["question", "prompting"],
              "properties": { "type": { "const": "askPermission" }, "question": { "$ref": "#/$defs/number" }, "prompting": { "type": "boolean" } }
            },
            "error": {
              "type": "object", "required": ["domain", "code", "text"],
              "properties": {
                "domain": { "type": "string" }, "code": { "type": "integer" }, "text": { "type": "string" },
                "unsupportedProvider": { "type": "string" }
              }
            },
            "permission": {
              "required": ["question"],
              "properties": {
                "type": { "const": "permission" }, "question": { "$ref": "#/$defs/number" },
                "permission": { "enum": ["notDetermined", "restricted", "denied", "granted"] },
                "error": { "$ref": "#/$defs/error" }
              }
            },
            "askAccount": {
              "required": ["question"],
              "properties": {
                "type": { "const": "askAccount" }, "question": { "$ref": "#/$defs/number" },
                "channel": { "$ref": "#/$defs/textOrNull" }, "supportedProviders": { "$ref": "#/$defs/texts" },
                "featuredProviders": { "$ref": "#/$defs/texts" }, "verificationToken": { "$ref": "#/$defs/textOrNull" },
                "includesProvider": { "type": "boolean" }, "includesExpiration": { "type": "boolean" },
                "mayInterrupt": { "type": "boolean" }, "forcesAuthentication": { "type": "boolean" },
                "attributes": { "$ref": "#/$defs/texts" }
              }
            },
            "account": {
              "required": ["question"],
              "properties": {
                "type": { "const": "account" }, "question": { "$ref": "#/$defs/number" },
                "account": {
                  "type": "object", "required": ["provider", "expires", "saml"],
                  "properties": {
                    "provider": { "$ref": "#/$defs/textOrNull" }, "expires": { "type": ["integer", "null"] },
                    "saml": { "$ref": "#/$defs/textOrNull" }
                  }
                },
                "error": { "$ref": "#/$defs/error" }
              }
            },
            "present": {
              "required": ["question", "dialog", "providers", "featured"],
              "properties": {
                "type": { "const": "present" }, "question": { "$ref": "#/$defs/number" }, "dialog": { "$ref": "#/$defs/number" },
                "providers": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["id", "name"],
                    "properties": { "id": { "type": "string" }, "name": { "type": "string" } }
                  }
                },
                "featured": { "$ref": "#/$defs/texts" }
              }
            },
            "dismiss": {
              "required": ["question", "dialog"],
              "properties": { "type": { "const": "dismiss" }, "question": { "$ref": "#/$defs/number" }, "dialog": { "$ref": "#/$defs/number" } }
            },
            "cancel": {
              "required": ["question"],
              "properties": { "type": { "const": "cancel" }, "question": { "$ref": "#/$defs/number" } }
            },
            "log": {
              "required": ["text"],
              "properties": { "type": { "const": "log" }, "text": { "type": "string" } }
            }
          }
        }

        """#
}
