/// What VS Code reads in the folder of a new script.
///
/// - Source: code.visualstudio.com/api/references/contribution-points (`contributes.debuggers`), and «local workspace
///   extensions» in the notes of version 1.89.
enum WorkspaceEditor {
  /// What F5 starts.
  static func launch(_ script: String, from track: String) -> String {
    """
    {
      "version": "0.2.0",
      "configurations": [
        {
          "type": "geoscript",
          "request": "launch",
          "name": "\(track)",
          "script": "\(script)",
          "from": ["\(track)"],
          "cwd": "${workspaceFolder}"
        }
      ]
    }

    """
  }

  /// An extension without code: the debugger of the type `geoscript` is `geoscript debug`.
  static let debugger = """
    {
      "name": "geoscript",
      "displayName": "geoscript",
      "description": "Debugs scripts with geoscript debug.",
      "publisher": "geoscript",
      "version": "1.0.0",
      "engines": { "vscode": "^1.89.0" },
      "categories": ["Debuggers"],
      "contributes": {
        "breakpoints": [{ "language": "lua" }],
        "debuggers": [
          {
            "type": "geoscript",
            "label": "geoscript",
            "languages": ["lua"],
            "runtime": "geoscript",
            "runtimeArgs": ["debug"],
            "configurationAttributes": {
              "launch": {
                "required": ["script", "from"],
                "properties": {
                  "script": { "type": "string", "description": "The script." },
                  "from": {
                    "type": ["string", "array"],
                    "items": { "type": "string" },
                    "description": "Tracks and recordings to play."
                  },
                  "options": {
                    "type": "array",
                    "items": { "type": "string" },
                    "description": "Further words of geoscript run."
                  },
                  "args": {
                    "type": "array",
                    "items": { "type": "string" },
                    "description": "Values for the script."
                  },
                  "cwd": { "type": "string", "description": "The folder from which paths count." },
                  "stopOnEntry": { "type": "boolean", "description": "Stop at the first line." }
                }
              }
            },
            "initialConfigurations": [
              {
                "type": "geoscript",
                "request": "launch",
                "name": "geoscript",
                "script": "${file}",
                "from": ["walk.gpx"],
                "cwd": "${workspaceFolder}"
              }
            ]
          }
        ]
      }
    }

    """
}
