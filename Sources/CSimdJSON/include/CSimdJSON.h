/// The thin C face of simdjson: reads lines of the event log.
#pragma once
