extension Schemas {
    static let reportSchema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "What came of a run of the cases",
          "type": "object",
          "required": ["format", "implementation", "seed", "milliseconds", "services", "notes"],
          "additionalProperties": false,
          "properties": {
            "format": { "const": 1 },
            "implementation": { "type": "string" },
            "seed": { "description": "The order of the cases was made of it; null = the list's own", "type": ["string", "null"] },
            "milliseconds": { "type": "integer", "minimum": 0 },
            "notes": {
              "description": "Why the run was given up, what of the hello was not understood, one line each",
              "$ref": "#/$defs/texts"
            },
            "services": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["service", "counts", "failingConditions", "cases"],
                "additionalProperties": false,
                "properties": {
                  "service": { "enum": ["v1", "v2"] },
                  "counts": {
                    "type": "object",
                    "required": ["holds", "fails", "notApplicable", "leftOut", "couldNotRun"],
                    "additionalProperties": { "type": "integer", "minimum": 0 }
                  },
                  "failingConditions": { "$ref": "#/$defs/texts" },
                  "cases": { "type": "array", "items": { "$ref": "#/$defs/case" } }
                }
              }
            }
          },
          "$defs": {
            "texts": { "type": "array", "items": { "type": "string" } },
            "case": {
              "type": "object",
              "required": ["title", "conditions", "outcome", "reason", "milliseconds", "problems", "situation", "script", "expected", "seen", "firstDifference", "requests", "log"],
              "additionalProperties": false,
              "properties": {
                "title": { "type": "string" },
                "conditions": { "$ref": "#/$defs/texts" },
                "outcome": {
                  "description": "leftOut = the case is about the other API; notApplicable = a capability is missing",
                  "enum": ["holds", "fails", "notApplicable", "leftOut", "couldNotRun"]
                },
                "reason": { "description": "Why nothing is said about the implementation", "type": ["string", "null"] },
                "milliseconds": { "type": "integer", "minimum": 0 },
                "problems": { "$ref": "#/$defs/texts" },
                "situation": { "$ref": "#/$defs/texts" },
                "script": { "$ref": "#/$defs/texts" },
                "expected": { "$ref": "#/$defs/texts" },
                "seen": { "$ref": "#/$defs/texts" },
                "firstDifference": { "description": "The place in 'seen', from 0", "type": ["integer", "null"] },
                "requests": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["method", "path", "status"],
                    "properties": {
                      "method": { "type": "string" }, "path": { "type": "string" },
                      "status": { "description": "null = no answer", "type": ["integer", "null"] }
                    }
                  }
                },
                "log": { "description": "The last lines", "$ref": "#/$defs/texts" }
              }
            }
          }
        }

        """#
}
