/* Settings of a fabric in a scenario, [fabric], as a plain value, and parts made of them. */
#pragma once

#include "dl-fabric-engine.h"
#include "dl-fabric-file.h"
#include "dl-fabric-machines.h"
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
  guint cables[DL_FABRIC_MAX_DIMENSIONS];   /* fat tree: p1..ph; HyperX: links per dimension */
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
  /* Entry of a table (DlEntry): */
  const char *id;           /* fabric.source in files */
  const char *title;        /* translatable */
  const char *description;  /* one line, translatable */
  const char *citation;     /* the paper */
  const char *keys;         /* of the group [fabric] that it reads, by ; */
  const char *usual_engine; /* that routes it by default */
  /* Is there such a fabric? *@key: the one to change. Errors: DL_FABRIC_ERROR_PARAMETER,
   * DL_FABRIC_ERROR_LIMIT; each message has its remedy. */
  gboolean (*check) (const DlFabricSpec *spec, const char **key, GError **error);
  /* Makes the fabric of a checked @spec. Errors: DL_FABRIC_ERROR_LIMIT. */
  DlFabric *(*make) (const DlFabricSpec *spec, GError **error);
} DlFabricGenerator;

/* All of them. */
const DlFabricGenerator *const *dl_fabric_generators (guint *n);
/* The generator with this name; NULL if it is unknown. */
const DlFabricGenerator *dl_fabric_generator_find (const char *id);
/* Checks, then makes. Errors: those of both. */
DlFabric *dl_fabric_generate (const char *id, const DlFabricSpec *spec, GError **error);

/* Entry for a fabric read from a file: a name without a generator, not in the table. */
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

/* The number of ports that adaptive-up compares, to take the one with the shortest queue. */
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
  const char *machines; /* interned */
  guint ports_per_host;
  int rail_leaves;
} DlFabricWhole;

/* Rates by level: of the cables of hosts, of those between the lowest two levels of switches, and
 * so on; the last one is of all above it, too, and of those inside a level. */
typedef struct
{
  guint n; /* 0: none is stated */
  DlRate at[DL_FABRIC_MAX_DIMENSIONS];
} DlFabricRates;

typedef struct
{
  const DlFabricGenerator *source; /* dl_fabric_from_file: @file */
  DlFabricSpec spec;
  DlFabricFile *file;   /* nullable, shared */
  DlFabricFile *tables; /* nullable, shared: of engine lft */
  int service;          /* DlFabricService, of a file */
  const char *machines; /* interned: as dl_fabric_machines_find has it, of a file */
  guint ports_per_host; /* of generated fabrics: hosts that are ports of one machine */
  int rail_leaves;      /* DlFabricRailsKind, likewise */
  const DlFabricEngine *engine;
  int compare;             /* DlFabricCompare, of adaptive-up */
  DlFabricRates rates;     /* of cables whose rate no file states */
  DlFabricRates reference; /* one, of which loads are shares, or none: the fastest */
  guint layers;            /* 1..15 */
  /* Lists of names as files have them (const char *, interned), escaped; never NULL. */
  GArray *service_names;            /* globs on descriptions of endpoints of a file */
  GArray *roots;                    /* switches */
  char *root_guids;                 /* further roots: a file's content, or its name, or empty */
  GArray *link_rates, *link_delays; /* name:port=VALUE (dl-link-changes.h), of cables */
  GArray *broken_cables;            /* name:port */
  GArray *broken_channels;          /* name:port of the vertex that they leave */
  GArray *broken_switches, *broken_hosts;
  GArray *broken_machines; /* by name: all their hosts */
  GArray *broken_rails;    /* by number: all hosts on them */
  DlFabricWhole *whole;    /* (nullable) what the keys above made when they were last judged */
} DlFabricOptions;

/* The fabric without its faults, again where it is @before, and the irregular lines of its file.
 * *@key: which key of [fabric] an error is about. Errors: DL_FABRIC_ERROR. */
DlFabricWhole *dl_fabric_whole_new (const DlFabricOptions *options, DlFabricWhole *before,
                                    const char **key, GError **error);
DL_SHARED (DlFabricWhole, dl_fabric_whole)

/* The channels (guint32), both directions, of the cable @link, name:port. A DlLinkFind. */
gboolean dl_fabric_find_cable (gconstpointer fabric, const char *link, GArray *links,
                               GError **error);
/* The fabric with its faults, lanes and rates. *@key: nullable: which key of [fabric] an error is
 * about. Errors: DL_FABRIC_ERROR. */
DlFabric *dl_fabric_options_build (const DlFabricOptions *options, const char **key,
                                   GError **error);
/* Routes of @options. @fabric: as built of @options. Errors: as dl_fabric_route, and of tables
 * those of their reader. */
DlFabricRoutes *dl_fabric_options_route (const DlFabricOptions *options, DlFabric *fabric,
                                         const DlFabricWork *work, const char **key,
                                         GError **error);

G_END_DECLS
