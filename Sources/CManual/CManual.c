#include "CManual.h"

// The compiler that comes with Swift takes #embed in every version of C, and says that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A test compares this list with the folder. The compiler notes the files as dependencies, so that a changed page is
// embedded again.
static const CManualPage pages[] = {
  {"README", (const unsigned char[]){
#embed "../Manual/pages/README.md" suffix(, 0)
  }},
  {"alerts", (const unsigned char[]){
#embed "../Manual/pages/alerts.md" suffix(, 0)
  }},
  {"background", (const unsigned char[]){
#embed "../Manual/pages/background.md" suffix(, 0)
  }},
  {"bad-data", (const unsigned char[]){
#embed "../Manual/pages/bad-data.md" suffix(, 0)
  }},
  {"beacons", (const unsigned char[]){
#embed "../Manual/pages/beacons.md" suffix(, 0)
  }},
  {"channels", (const unsigned char[]){
#embed "../Manual/pages/channels.md" suffix(, 0)
  }},
  {"configuration", (const unsigned char[]){
#embed "../Manual/pages/configuration.md" suffix(, 0)
  }},
  {"console", (const unsigned char[]){
#embed "../Manual/pages/console.md" suffix(, 0)
  }},
  {"debug", (const unsigned char[]){
#embed "../Manual/pages/debug.md" suffix(, 0)
  }},
  {"delivery", (const unsigned char[]){
#embed "../Manual/pages/delivery.md" suffix(, 0)
  }},
  {"directions", (const unsigned char[]){
#embed "../Manual/pages/directions.md" suffix(, 0)
  }},
  {"drawing", (const unsigned char[]){
#embed "../Manual/pages/drawing.md" suffix(, 0)
  }},
  {"exit-codes", (const unsigned char[]){
#embed "../Manual/pages/exit-codes.md" suffix(, 0)
  }},
  {"fences", (const unsigned char[]){
#embed "../Manual/pages/fences.md" suffix(, 0)
  }},
  {"from-apple", (const unsigned char[]){
#embed "../Manual/pages/from-apple.md" suffix(, 0)
  }},
  {"geocoders", (const unsigned char[]){
#embed "../Manual/pages/geocoders.md" suffix(, 0)
  }},
  {"geocoding", (const unsigned char[]){
#embed "../Manual/pages/geocoding.md" suffix(, 0)
  }},
  {"geometry", (const unsigned char[]){
#embed "../Manual/pages/geometry.md" suffix(, 0)
  }},
  {"gpsd", (const unsigned char[]){
#embed "../Manual/pages/gpsd.md" suffix(, 0)
  }},
  {"groups", (const unsigned char[]){
#embed "../Manual/pages/groups.md" suffix(, 0)
  }},
  {"http", (const unsigned char[]){
#embed "../Manual/pages/http.md" suffix(, 0)
  }},
  {"inputs", (const unsigned char[]){
#embed "../Manual/pages/inputs.md" suffix(, 0)
  }},
  {"install", (const unsigned char[]){
#embed "../Manual/pages/install.md" suffix(, 0)
  }},
  {"json", (const unsigned char[]){
#embed "../Manual/pages/json.md" suffix(, 0)
  }},
  {"limits", (const unsigned char[]){
#embed "../Manual/pages/limits.md" suffix(, 0)
  }},
  {"live", (const unsigned char[]){
#embed "../Manual/pages/live.md" suffix(, 0)
  }},
  {"maps", (const unsigned char[]){
#embed "../Manual/pages/maps.md" suffix(, 0)
  }},
  {"metrics", (const unsigned char[]){
#embed "../Manual/pages/metrics.md" suffix(, 0)
  }},
  {"monitors", (const unsigned char[]){
#embed "../Manual/pages/monitors.md" suffix(, 0)
  }},
  {"mqtt", (const unsigned char[]){
#embed "../Manual/pages/mqtt.md" suffix(, 0)
  }},
  {"new", (const unsigned char[]){
#embed "../Manual/pages/new.md" suffix(, 0)
  }},
  {"nmea", (const unsigned char[]){
#embed "../Manual/pages/nmea.md" suffix(, 0)
  }},
  {"options", (const unsigned char[]){
#embed "../Manual/pages/options.md" suffix(, 0)
  }},
  {"otr", (const unsigned char[]){
#embed "../Manual/pages/otr.md" suffix(, 0)
  }},
  {"owntracks", (const unsigned char[]){
#embed "../Manual/pages/owntracks.md" suffix(, 0)
  }},
  {"page", (const unsigned char[]){
#embed "../Manual/pages/page.md" suffix(, 0)
  }},
  {"pictures", (const unsigned char[]){
#embed "../Manual/pages/pictures.md" suffix(, 0)
  }},
  {"privacy", (const unsigned char[]){
#embed "../Manual/pages/privacy.md" suffix(, 0)
  }},
  {"profile", (const unsigned char[]){
#embed "../Manual/pages/profile.md" suffix(, 0)
  }},
  {"profiles", (const unsigned char[]){
#embed "../Manual/pages/profiles.md" suffix(, 0)
  }},
  {"quickstart", (const unsigned char[]){
#embed "../Manual/pages/quickstart.md" suffix(, 0)
  }},
  {"recordings", (const unsigned char[]){
#embed "../Manual/pages/recordings.md" suffix(, 0)
  }},
  {"regions", (const unsigned char[]){
#embed "../Manual/pages/regions.md" suffix(, 0)
  }},
  {"reload", (const unsigned char[]){
#embed "../Manual/pages/reload.md" suffix(, 0)
  }},
  {"reports", (const unsigned char[]){
#embed "../Manual/pages/reports.md" suffix(, 0)
  }},
  {"run", (const unsigned char[]){
#embed "../Manual/pages/run.md" suffix(, 0)
  }},
  {"sandbox", (const unsigned char[]){
#embed "../Manual/pages/sandbox.md" suffix(, 0)
  }},
  {"scale", (const unsigned char[]){
#embed "../Manual/pages/scale.md" suffix(, 0)
  }},
  {"service", (const unsigned char[]){
#embed "../Manual/pages/service.md" suffix(, 0)
  }},
  {"services", (const unsigned char[]){
#embed "../Manual/pages/services.md" suffix(, 0)
  }},
  {"simulation", (const unsigned char[]){
#embed "../Manual/pages/simulation.md" suffix(, 0)
  }},
  {"sources", (const unsigned char[]){
#embed "../Manual/pages/sources.md" suffix(, 0)
  }},
  {"speed", (const unsigned char[]){
#embed "../Manual/pages/speed.md" suffix(, 0)
  }},
  {"state", (const unsigned char[]){
#embed "../Manual/pages/state.md" suffix(, 0)
  }},
  {"tasks", (const unsigned char[]){
#embed "../Manual/pages/tasks.md" suffix(, 0)
  }},
  {"test", (const unsigned char[]){
#embed "../Manual/pages/test.md" suffix(, 0)
  }},
  {"testing", (const unsigned char[]){
#embed "../Manual/pages/testing.md" suffix(, 0)
  }},
  {"time", (const unsigned char[]){
#embed "../Manual/pages/time.md" suffix(, 0)
  }},
  {"why", (const unsigned char[]){
#embed "../Manual/pages/why.md" suffix(, 0)
  }},
};

const CManualPage *manualPages(size_t *count) {
  *count = sizeof pages / sizeof *pages;
  return pages;
}
