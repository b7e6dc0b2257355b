#include "CPage.h"

// The compiler that comes with Swift takes #embed in every version of C, and says that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A test compares this list with the folder. The scripts run in this order.
static const CPagePart parts[] = {
  {"page.html", (const unsigned char[]){
#embed "Page/page.html" suffix(, 0)
  }},
  {"page.css", (const unsigned char[]){
#embed "Page/page.css" suffix(, 0)
  }},
  {"notice.txt", (const unsigned char[]){
#embed "Page/notice.txt" suffix(, 0)
  }},
  {"bytes.js", (const unsigned char[]){
#embed "Page/bytes.js" suffix(, 0)
  }},
  {"model.js", (const unsigned char[]){
#embed "Page/model.js" suffix(, 0)
  }},
  {"growing.js", (const unsigned char[]){
#embed "Page/growing.js" suffix(, 0)
  }},
  {"live.js", (const unsigned char[]){
#embed "Page/live.js" suffix(, 0)
  }},
  {"whatif.js", (const unsigned char[]){
#embed "Page/whatif.js" suffix(, 0)
  }},
  {"share.js", (const unsigned char[]){
#embed "Page/share.js" suffix(, 0)
  }},
  {"fences.js", (const unsigned char[]){
#embed "Page/fences.js" suffix(, 0)
  }},
  {"tools.js", (const unsigned char[]){
#embed "Page/tools.js" suffix(, 0)
  }},
  {"clock.js", (const unsigned char[]){
#embed "Page/clock.js" suffix(, 0)
  }},
  {"world.js", (const unsigned char[]){
#embed "Page/world.js" suffix(, 0)
  }},
  {"shapes.js", (const unsigned char[]){
#embed "Page/shapes.js" suffix(, 0)
  }},
  {"layers.js", (const unsigned char[]){
#embed "Page/layers.js" suffix(, 0)
  }},
  {"ground.js", (const unsigned char[]){
#embed "Page/ground.js" suffix(, 0)
  }},
  {"screen.js", (const unsigned char[]){
#embed "Page/screen.js" suffix(, 0)
  }},
  {"map.js", (const unsigned char[]){
#embed "Page/map.js" suffix(, 0)
  }},
  {"lanes.js", (const unsigned char[]){
#embed "Page/lanes.js" suffix(, 0)
  }},
  {"hands.js", (const unsigned char[]){
#embed "Page/hands.js" suffix(, 0)
  }},
  {"why.js", (const unsigned char[]){
#embed "Page/why.js" suffix(, 0)
  }},
  {"panels.js", (const unsigned char[]){
#embed "Page/panels.js" suffix(, 0)
  }},
  {"player.js", (const unsigned char[]){
#embed "Page/player.js" suffix(, 0)
  }},
  {"keys.js", (const unsigned char[]){
#embed "Page/keys.js" suffix(, 0)
  }},
  {"link.js", (const unsigned char[]){
#embed "Page/link.js" suffix(, 0)
  }},
  {"app.js", (const unsigned char[]){
#embed "Page/app.js" suffix(, 0)
  }},
};

const CPagePart *pageParts(size_t *count) {
  *count = sizeof parts / sizeof *parts;
  return parts;
}
