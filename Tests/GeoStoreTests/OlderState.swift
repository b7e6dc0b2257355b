import Geo
import SQLite

@testable import GeoStore

extension StateStore {
  /// Makes an empty database one of version 1, 2 or 3.
  func makeOlder(version: Int) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      try database.run("DROP TABLE version; PRAGMA user_version = \(version)")
      guard version < 3 else { return }
      try database.run(
        """
        DROP TABLE outbox; DROP TABLE begun; DROP TABLE sinks; DROP TABLE held; DROP TABLE conditions;
        DROP TABLE requests;
        CREATE TABLE outbox (
          id INTEGER PRIMARY KEY AUTOINCREMENT, sink TEXT NOT NULL, alert TEXT NOT NULL, body TEXT NOT NULL,
          attempts INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX outbox_by_sink ON outbox (sink, id);
        """)
      if version < 2 { try database.run("DROP TABLE members; DROP TABLE placements") }
    }
  }
}
