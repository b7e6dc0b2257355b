/// Fills a gazetteer's tables from those of its `.part`, which is attached as `part`.
///
/// Each table is written in its final order from one sort, which keeps it compact and puts rows that are read
/// together next to each other.
enum GazetteerTableWriter {
  /// The steps, in order.
  static let steps = [
    ("sources", sources), ("places in order", numbers), ("places", places), ("names", names),
    ("areas", areas),
    ("streets", streets), ("addresses", addresses),
  ]

  /// Numbers the places by population, then kind, then key.
  ///
  /// The last record of a key counts. Numbers do not depend on the order of files, as keys are unique.
  private static let numbers = """
    CREATE TEMP TABLE numbers (id INTEGER PRIMARY KEY, part INTEGER NOT NULL);
    INSERT INTO numbers (part)
      SELECT id FROM part.places WHERE id IN (SELECT max(id) FROM part.places GROUP BY key)
      ORDER BY population DESC, kind, key;
    CREATE UNIQUE INDEX temp.numbers_by_part ON numbers (part);
    CREATE TEMP TABLE keys (key TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO keys
      SELECT p.key, n.id FROM numbers n CROSS JOIN part.places p ON p.id = n.part
      WHERE EXISTS (SELECT 1 FROM part.names) ORDER BY p.key;
    """

  private static let sources = """
    INSERT INTO main.sources
      SELECT id, name, attribution, licence, hash, records FROM part.sources ORDER BY id;
    """

  private static let places = """
    INSERT INTO main.places
      SELECT n.id, \(GazetteerSchema.placeColumns)
      FROM numbers n CROSS JOIN part.places p ON p.id = n.part ORDER BY n.id;
    """

  /// Replacing a place drops the names in its record; names from other files stay.
  private static let names = """
    INSERT OR IGNORE INTO main.names SELECT place, name, language, preferred, source FROM (
      SELECT n.id AS place, o.name, o.language, o.preferred, p.source, 0 AS is_other, o.rowid AS row
        FROM part.own_names o CROSS JOIN numbers n ON n.part = o.place CROSS JOIN main.places p ON p.id = n.id
      UNION ALL
      SELECT k.id, o.name, o.language, o.preferred, o.source, 1, o.rowid
        FROM part.names o CROSS JOIN keys k ON k.key = o.key)
      ORDER BY place, language, name, preferred DESC, is_other, row;
    """

  /// An area's name and borders may come from different files; the last of each counts.
  private static let areas = """
    INSERT INTO main.areas (kind, code, name, shape, source)
      WITH last AS (SELECT kind, code, max(id) AS id FROM part.areas GROUP BY kind, code),
        named AS (SELECT kind, code, max(id) AS id FROM part.areas WHERE name <> '' GROUP BY kind, code),
        shaped AS (
          SELECT kind, code, max(id) AS id FROM part.areas WHERE shape IS NOT NULL GROUP BY kind, code)
      SELECT last.kind, last.code, coalesce(n.name, ''), s.shape, l.source
      FROM last JOIN part.areas l ON l.id = last.id
        LEFT JOIN named USING (kind, code) LEFT JOIN part.areas n ON n.id = named.id
        LEFT JOIN shaped USING (kind, code) LEFT JOIN part.areas s ON s.id = shaped.id
      ORDER BY last.kind, last.code;
    INSERT OR IGNORE INTO main.area_names
      SELECT a.id, o.name, o.language, o.preferred
      FROM part.area_names o JOIN main.areas a ON a.kind = o.kind AND a.code = o.code
      ORDER BY a.id, o.language, o.name, o.preferred DESC;
    """

  /// In bands of a hundredth of a degree from south to north, in each from west to east: neighbors lie together.
  private static let streets = """
    CREATE TEMP TABLE street_numbers (id INTEGER PRIMARY KEY, part INTEGER NOT NULL);
    INSERT INTO street_numbers (part)
      SELECT id FROM part.streets WHERE id IN (SELECT max(id) FROM part.streets GROUP BY key)
      ORDER BY CAST((latitude + 90) * 100 AS INTEGER), longitude, key;
    INSERT INTO main.streets
      SELECT n.id, \(GazetteerSchema.streetColumns)
      FROM street_numbers n CROSS JOIN part.streets s ON s.id = n.part ORDER BY n.id;
    INSERT OR IGNORE INTO main.street_names
      SELECT n.id, o.name, o.language, o.preferred
      FROM part.street_names o JOIN street_numbers n ON n.part = o.street
      ORDER BY n.id, o.language, o.name, o.preferred DESC;
    DROP TABLE street_numbers;
    """

  private static let addresses = """
    INSERT INTO main.addresses (\(GazetteerSchema.addressColumns))
      SELECT \(GazetteerSchema.addressColumns)
      FROM part.addresses WHERE id IN (SELECT max(id) FROM part.addresses GROUP BY key)
      ORDER BY CAST((latitude + 90) * 100 AS INTEGER), longitude, key;
    """
}
