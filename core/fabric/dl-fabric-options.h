/* What a scenario states of a fabric, [fabric], as a plain value, and what is made of it. */
#pragma once

#include "dl-fabric-engine.h"
#include "dl-fabric-file.h"
#include "dl-fabric-generator.h"

G_BEGIN_DECLS

typedef struct
{
  const DlFabricGenerator *source; /* NULL: file */
  DlFabricSpec spec;
  DlFabricFile *file;   /* nullable, shared */
  DlFabricFile *tables; /* nullable, shared: of engine lft */
  const DlFabricEngine *engine;
  guint layers; /* 1..15 */
  /* Lists of names as files have them (char *), escaped; never NULL. */
  GPtrArray *roots;           /* switches */
  GPtrArray *broken_cables;   /* name:port */
  GPtrArray *broken_channels; /* name:port of the vertex that they leave */
  GPtrArray *broken_switches, *broken_hosts;
} DlFabricOptions;

/* A fat tree of children 8;8;16 and parents 1;8;8, engine ftree, 4 layers; nothing broken. */
void dl_fabric_options_init (DlFabricOptions *options);
void dl_fabric_options_clear (DlFabricOptions *options);
/* @to is taken as uninitialised. */
void dl_fabric_options_copy (const DlFabricOptions *options, DlFabricOptions *to);

/* The fabric with its faults. @whole: (nullable) one without faults that @options state, too, which
 * is used again. @report: nullable, of the file. *@key: nullable: which key of [fabric] an error is
 * about. Errors: DL_FABRIC_ERROR. */
DlFabric *dl_fabric_options_build (const DlFabricOptions *options, DlFabric *whole,
                                   DlFabricReport *report, const char **key, GError **error);
/* Its routes. @fabric: as built of @options. @report: nullable, of the tables. Errors: as
 * dl_fabric_route, and of tables those of their reader. */
DlFabricRoutes *dl_fabric_options_route (const DlFabricOptions *options, DlFabric *fabric,
                                         const DlFabricWork *work, DlFabricReport *report,
                                         const char **key, GError **error);
/* Do both state the same fabric but for faults? */
gboolean dl_fabric_options_same_whole (const DlFabricOptions *a, const DlFabricOptions *b);

/* A ready-made one: its name in lists, and what is documented of it and what is assumed. */
typedef struct
{
  const char *id;
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  const char *documented;  /* translatable: what its sources state */
  const char *assumed;     /* translatable: what they do not */
  const char *source;      /* id of its generator */
  DlFabricSpec spec;
  const char *engine;
} DlFabricPreset;

const DlFabricPreset *dl_fabric_presets (guint *n);
/* @options are initialized. */
void dl_fabric_preset_apply (const DlFabricPreset *preset, DlFabricOptions *options);

G_END_DECLS
