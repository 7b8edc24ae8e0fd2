/* Settings of a fabric in a scenario, [fabric], as a plain value, and parts made of them. */
#pragma once

#include "dl-fabric-engine.h"
#include "dl-fabric-file.h"
#include "dl-fabric.h"

G_BEGIN_DECLS

/* Fabrics that are generated, one row each: a regular structure of the literature. */

/* Settings of generators; each reads its own part. A plain value. */
typedef struct
{
  guint n_levels;                           /* fat tree: h */
  guint children[DL_FABRIC_MAX_DIMENSIONS]; /* m1..mh, from the hosts up */
  guint n_parents;                          /* as many as n_levels */
  guint parents[DL_FABRIC_MAX_DIMENSIONS];  /* w1..wh */
  guint n_cables;                           /* 0: all 1 */
  guint cables[DL_FABRIC_MAX_DIMENSIONS];   /* fat tree: p1..ph; HyperX: links a dimension */
  guint n_dimensions;                       /* HyperX, torus */
  guint size[DL_FABRIC_MAX_DIMENSIONS];     /* switches in each dimension, at least 2 */
  guint groups, leaves, spines;             /* Dragonfly+: leaves and spines of a group; */
  guint global_per_spine;                   /* channels out of the group; 0: as many as leaves */
  guint q;                                  /* Slim Fly: a prime power of at least 3 */
  guint switches, degree;                   /* random regular */
  guint radix, stages;                      /* butterfly: k and n */
  guint n_twists;                           /* torus; 0: none has one */
  /* How far the wrap of each dimension leads along each one before it: of 1 along 0, of 2 along 0
   * and 1, and so on. */
  guint twists[DL_FABRIC_MAX_DIMENSIONS];
  guint hosts_per_switch; /* all but the fat tree; Dragonfly+: of a leaf */
  guint64 seed;           /* random regular */
} DlFabricSpec;

typedef struct
{
  /* As an entry of a table (DlEntry): */
  const char *id;           /* fabric.source in files */
  const char *title;        /* translatable */
  const char *description;  /* one line, translatable */
  const char *citation;     /* the paper */
  const char *keys;         /* of the group [fabric] that it reads, by ; */
  const char *usual_engine; /* by which it is routed if nobody says otherwise */
  /* Is there such a fabric? *@key: the one to change. Errors: DL_FABRIC_ERROR_PARAMETER,
   * DL_FABRIC_ERROR_LIMIT; each message has its remedy. */
  gboolean (*check) (const DlFabricSpec *spec, const char **key, GError **error);
  /* Of a checked @spec. Errors: DL_FABRIC_ERROR_LIMIT. */
  DlFabric *(*make) (const DlFabricSpec *spec, GError **error);
} DlFabricGenerator;

/* All of them. */
const DlFabricGenerator *const *dl_fabric_generators (guint *n);
/* By its name; NULL if it is unknown. */
const DlFabricGenerator *dl_fabric_generator_find (const char *id);
/* Checks, then makes. Errors: those of both. */
DlFabric *dl_fabric_generate (const char *id, const DlFabricSpec *spec, GError **error);

/* Switches and hosts of a PGFT without building it; saturates at G_MAXUINT. */
void dl_pgft_count (const DlFabricSpec *spec, guint *switches, guint *hosts);

/* Of a fabric that is read from a file: a name without a generator, not in the table. */
extern const DlFabricGenerator dl_fabric_from_file;

/* Rows of the table; each in a file of its own. */
extern const DlFabricGenerator dl_fabric_pgft, dl_fabric_hyperx, dl_fabric_dragonfly_plus,
    dl_fabric_slim_fly, dl_fabric_random_regular, dl_fabric_butterfly, dl_fabric_torus;

/* Treatment of aggregation nodes inside switches. */
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
