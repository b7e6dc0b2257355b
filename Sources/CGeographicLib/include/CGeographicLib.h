/// A thin C interface to GeographicLib: geodesics on WGS 84 (Karney 2013, doi:10.1007/s00190-012-0578-z).
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The inverse geodesic: meters between two points given in degrees.
double gl_distance(double lat1, double lon1, double lat2, double lon2);

/// The inverse geodesic: meters, and the azimuths at both ends in degrees (-180…180).
double gl_inverse(double lat1, double lon1, double lat2, double lon2, double *azi1, double *azi2);

/// The direct geodesic: the point `metres` meters away from a point at azimuth `azi1` (degrees).
void gl_direct(double lat1, double lon1, double azi1, double metres, double *lat2, double *lon2, double *azi2);

#ifdef __cplusplus
}
#endif
