// An ICU without data. Debian's libxml2 is built with ICU and with iconv, and converts letters with iconv alone; ICU's
// 31 MB of data would only lie in the program. This is an empty table of contents in the form that ICU looks for.
//
// Source: icu/source/stubdata/stubdata.cpp, and udata.h (UDataInfo) and ucmndata.h (DataHeader, UDataOffsetTOC).
#include <stdint.h>

#define JOINED(name, version) name##version##_dat
#define ENTRY(name, version) JOINED(name, version)

typedef struct {
  uint16_t header_size;
  uint8_t magic1, magic2;
  uint16_t size, reserved;
  uint8_t is_big_endian, charset_family, size_of_char, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t count, reserved_count;
  int32_t names[4];
} NoData;

_Static_assert(sizeof(NoData) == 32 + 8 + 16, "the header has 32 bytes");

_Alignas(16) const NoData ENTRY(icudt, ICU_VERSION) = {
  32, 0xda, 0x27, 20, 0, 0, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1, 0, 0, 0}, {0, 0, 0, 0}, {0}, 0, 0, {0},
};
