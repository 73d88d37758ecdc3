extension Schemas {
    static let listSchema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "The conditions of the AccessEnabler contract, and the cases that prove them",
          "description": "Durations are in ms. Texts under 'text' are for people.",
          "type": "object",
          "required": ["format", "programme", "roles", "conditions", "cases"],
          "additionalProperties": false,
          "properties": {
            "format": { "const": 2 },
            "programme": {
              "description": "The programmers, MVPDs and people all cases are about",
              "type": "object",
              "required": ["requestor", "otherRequestor", "unknownRequestor", "redirectURL", "applicationRedirectURL", "mvpds", "resources"]
            },
            "roles": {
              "description": "What a request is for, and the endpoint it goes to on each API; null = there is none",
              "type": "object",
              "additionalProperties": {
                "type": "object", "required": ["v1", "v2"],
                "properties": { "v1": { "type": ["string", "null"] }, "v2": { "type": ["string", "null"] } }
              }
            },
            "conditions": { "type": "array", "items": { "$ref": "#/$defs/condition" } },
            "cases": { "type": "array", "items": { "$ref": "#/$defs/case" } }
          },
          "$defs": {
            "texts": { "type": "array", "items": { "type": "string" } },
            "textOrNull": { "type": ["string", "null"] },
            "range": { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2 },
            "budget": { "type": "object", "additionalProperties": { "$ref": "#/$defs/range" } },
            "platform": { "enum": ["iOS", "tvOS"] },
            "condition": {
              "type": "object",
              "required": ["id", "step", "statement", "source", "platforms", "isChoice", "coverage", "cases"],
              "additionalProperties": false,
              "properties": {
                "id": { "type": "string", "minLength": 1 },
                "step": { "type": "string" },
                "statement": { "type": "string", "minLength": 1 },
                "source": {
                  "type": "object", "required": ["document", "section"],
                  "properties": { "document": { "type": "string" }, "section": { "type": "string" } }
                },
                "platforms": { "type": "array", "items": { "$ref": "#/$defs/platform" }, "minItems": 1 },
                "isChoice": { "type": "boolean" },
                "coverage": { "enum": ["due", "later"] },
                "cases": { "description": "Titles of the cases that prove it", "$ref": "#/$defs/texts" }
              }
            },
            "case": {
              "type": "object",
              "required": ["title", "name", "conditions", "situation", "reactions", "forbidden", "stored", "countsTracking", "moreVerdicts", "proofs", "on"],
              "additionalProperties": false,
              "properties": {
                "title": { "type": "string" },
                "name": { "type": "string" },
                "conditions": { "type": "array", "items": { "type": "string" }, "minItems": 1 },
                "situation": {
                  "type": "object",
                  "required": ["before", "launch", "seeds", "facts", "text"],
                  "additionalProperties": false,
                  "properties": {
                    "before": { "enum": ["fresh", "configured", "partnerToken", "regularToken"] },
                    "launch": { "$ref": "#/$defs/launch" },
                    "seeds": { "type": "array", "items": { "$ref": "#/$defs/seed" } },
                    "facts": { "type": "array", "items": { "$ref": "#/$defs/fact" } },
                    "text": { "$ref": "#/$defs/texts" }
                  }
                },
                "reactions": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["inside", "acts", "text"],
                    "properties": {
                      "inside": { "$ref": "#/$defs/callback" },
                      "acts": {
                        "type": "array",
                        "items": {
                          "type": "object", "required": ["act"],
                          "properties": { "act": { "enum": ["call", "followPage", "answerPicker", "release", "block"] } }
                        }
                      },
                      "text": { "type": "string" }
                    }
                  }
                },
                "forbidden": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["matching", "reason"],
                    "properties": {
                      "matching": {
                        "type": "object", "required": ["callback"],
                        "properties": { "callback": { "$ref": "#/$defs/callback" } }
                      },
                      "reason": { "type": "string" }
                    }
                  }
                },
                "stored": {
                  "type": "object", "required": ["token"],
                  "properties": { "token": { "enum": ["unchecked", "none", "partner", "regular"] } }
                },
                "countsTracking": { "description": "sendTrackingData counts as a callback", "type": "boolean" },
                "moreVerdicts": { "type": "integer" },
                "proofs": { "type": "array", "items": { "type": "object", "required": ["proof"] } },
                "on": {
                  "type": "object", "required": ["v1", "v2"], "additionalProperties": false,
                  "properties": { "v1": { "$ref": "#/$defs/form" }, "v2": { "$ref": "#/$defs/form" } }
                }
              }
            },
            "form": {
              "oneOf": [
                {
                  "type": "object", "required": ["isDue", "reason"], "additionalProperties": false,
                  "properties": { "isDue": { "const": false }, "reason": { "type": "string" } }
                },
                {
                  "type": "object",
                  "required": ["isDue", "reason", "script", "expected", "requests", "platform", "needs"],
                  "additionalProperties": false,
                  "properties": {
                    "isDue": { "const": true },
                    "reason": { "description": "Why it is otherwise than on V1", "$ref": "#/$defs/textOrNull" },
                    "script": { "type": "array", "items": { "$ref": "#/$defs/step" } },
                    "expected": { "type": "array", "items": { "$ref": "#/$defs/expected" } },
                    "requests": {
                      "description": "How often each role may be asked for; a role not named may not be",
                      "type": "object", "required": ["first", "second"],
                      "properties": { "first": { "$ref": "#/$defs/budget" }, "second": { "$ref": "#/$defs/budget" } }
                    },
                    "platform": {
                      "type": "object", "required": ["asked", "saml"],
                      "properties": { "asked": { "enum": ["nothing", "silently", "prompting"] }, "saml": { "$ref": "#/$defs/range" } }
                    },
                    "needs": { "$ref": "#/$defs/texts" }
                  }
                }
              ]
            },
            "launch": {
              "type": "object", "required": ["platform", "integrityCheck", "applicationID"],
              "properties": {
                "platform": { "$ref": "#/$defs/platform" },
                "integrityCheck": { "enum": ["none", "all", "clear"] },
                "applicationID": { "type": "string" }
              }
            },
            "seed": {
              "type": "object", "required": ["requestor", "mvpd", "life", "isForeign", "isOfV1", "authorizations"],
              "properties": {
                "requestor": { "type": "string" }, "mvpd": { "type": "string" }, "life": { "type": "number" },
                "isForeign": { "type": "boolean" }, "isOfV1": { "type": "boolean" },
                "authorizations": { "$ref": "#/$defs/texts" }
              }
            },
            "fact": {
              "type": "object", "required": ["fact", "arguments", "text"], "additionalProperties": false,
              "properties": { "fact": { "type": "string" }, "arguments": { "type": "object" }, "text": { "type": "string" } }
            },
            "step": {
              "type": "object", "required": ["step", "text"],
              "properties": {
                "step": {
                  "enum": ["call", "handleRedirect", "person", "answerPicker", "polls", "pollsUntil", "change", "meanwhile", "seed", "wait", "relaunch", "another", "use", "release", "unblock"]
                },
                "verb": { "$ref": "#/$defs/verb" },
                "facts": { "type": "array", "items": { "$ref": "#/$defs/fact" } },
                "launch": { "$ref": "#/$defs/launch" },
                "text": { "type": "string" }
              }
            },
            "verb": {
              "enum": ["setRequestor", "checkAuthentication", "getMetadata", "setOptions", "getAuthentication", "setSelectedProvider", "handleExternalURL", "logout", "getSelectedProvider", "checkAuthorization", "getAuthorization", "checkPreauthorizedResources", "preauthorize"]
            },
            "callback": {
              "enum": ["setRequestorComplete", "setAuthenticationStatus", "status", "setMetadataStatus", "sendTrackingData", "displayProviderDialog", "navigateToUrl", "presentTVProviderDialog", "dismissTVProviderDialog", "selectedProvider", "setToken", "tokenRequestFailed", "preauthorizedResources", "preauthorizeResponse"]
            },
            "expected": {
              "description": "What is named must be as it is here, null = must not be there, what is not named may be anything. {$some: true} = any text but an empty one; {$named: x} = any such text, the same wherever x stands in the case; {$otherThan: x} = another one; {$after: ms} = so long after the case began, in ms since 1970; {$keys: [...]} = an object with exactly these keys",
              "type": "object", "required": ["callback", "text"],
              "properties": { "callback": { "$ref": "#/$defs/callback" }, "text": { "type": "string" } }
            }
          }
        }

        """#
}
