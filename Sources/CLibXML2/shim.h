#pragma once
#include <libxml/xmlversion.h>
// ICU's headers would clash with Foundation's own copy in a program that uses both. Only the last fields of
// xmlCharEncodingHandler depend on them, which nobody reads here.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
