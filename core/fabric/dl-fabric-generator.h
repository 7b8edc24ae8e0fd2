/* Fabrics that are generated, one row each: a regular structure of the literature. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

/* What is asked of a generator; each reads its own part. A plain value. */
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

G_END_DECLS
