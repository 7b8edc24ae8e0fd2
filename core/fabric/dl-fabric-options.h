/* What a scenario states of a fabric, [fabric], as a plain value, and what is made of it. */
#pragma once

#include "dl-fabric-engine.h"
#include "dl-fabric-file.h"
#include "dl-fabric-generator.h"

G_BEGIN_DECLS

/* What aggregation nodes inside switches count as. */
typedef enum
{
  DL_FABRIC_SERVICE_APART,
  DL_FABRIC_SERVICE_HOSTS
} DlFabricService;

/* Of how many ports adaptive-up takes the one with the shortest queue. */
typedef enum
{
  DL_FABRIC_COMPARE_TWO, /* at random */
  DL_FABRIC_COMPARE_ALL
} DlFabricCompare;

/* A fabric without faults, and what it was made of. Immutable, shared by reference. */
typedef struct
{
  DlShared shared;
  DlFabric *fabric;
  DlFabricReport report; /* of the file */
  const DlFabricGenerator *source;
  DlFabricSpec spec;
  DlFabricFile *file; /* nullable */
  DlFabricService service;
  GArray *service_names;
} DlFabricWhole;

typedef struct
{
  const DlFabricGenerator *source; /* dl_fabric_from_file: @file */
  DlFabricSpec spec;
  DlFabricFile *file;   /* nullable, shared */
  DlFabricFile *tables; /* nullable, shared: of engine lft */
  int service;          /* DlFabricService, of a file */
  const DlFabricEngine *engine;
  int compare;  /* DlFabricCompare, of adaptive-up */
  guint layers; /* 1..15 */
  /* Lists of names as files have them (const char *, interned), escaped; never NULL. */
  GArray *service_names;   /* globs on descriptions of endpoints of a file */
  GArray *roots;           /* switches */
  GArray *broken_cables;   /* name:port */
  GArray *broken_channels; /* name:port of the vertex that they leave */
  GArray *broken_switches, *broken_hosts;
  DlFabricWhole *whole; /* (nullable) what the keys above made when they were last judged */
} DlFabricOptions;

/* The fabric without its faults, again where it is @before, and what is irregular in its file.
 * *@key: which key of [fabric] an error is about. Errors: DL_FABRIC_ERROR. */
DlFabricWhole *dl_fabric_whole_new (const DlFabricOptions *options, DlFabricWhole *before,
                                    const char **key, GError **error);
DL_SHARED (DlFabricWhole, dl_fabric_whole)

/* The fabric with its faults and lanes. *@key: nullable: which key of [fabric] an error is about.
 * Errors: DL_FABRIC_ERROR. */
DlFabric *dl_fabric_options_build (const DlFabricOptions *options, const char **key,
                                   GError **error);
/* Its routes. @fabric: as built of @options. Errors: as dl_fabric_route, and of tables those of
 * their reader. */
DlFabricRoutes *dl_fabric_options_route (const DlFabricOptions *options, DlFabric *fabric,
                                         const DlFabricWork *work, const char **key,
                                         GError **error);

G_END_DECLS
