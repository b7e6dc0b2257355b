// SQLite, as Debian packages it.
#include <sqlite3.h>
