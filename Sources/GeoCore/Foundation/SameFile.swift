import Glibc

/// Whether two paths lead to one regular file.
package func areSameFile(_ a: String, _ b: String) -> Bool {
  var (one, other) = (stat(), stat())
  guard stat(a, &one) == 0, stat(b, &other) == 0, one.st_mode & S_IFMT == S_IFREG else { return false }
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino
}
