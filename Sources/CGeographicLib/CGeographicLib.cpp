#include "CGeographicLib.h"

#include <GeographicLib/Geodesic.hpp>

using GeographicLib::Geodesic;

double gl_distance(double lat1, double lon1, double lat2, double lon2) {
  double s12;
  Geodesic::WGS84().Inverse(lat1, lon1, lat2, lon2, s12);
  return s12;
}

double gl_inverse(double lat1, double lon1, double lat2, double lon2, double *azi1, double *azi2) {
  double s12;
  Geodesic::WGS84().Inverse(lat1, lon1, lat2, lon2, s12, *azi1, *azi2);
  return s12;
}

void gl_direct(double lat1, double lon1, double azi1, double metres, double *lat2, double *lon2, double *azi2) {
  Geodesic::WGS84().Direct(lat1, lon1, azi1, metres, *lat2, *lon2, *azi2);
}
