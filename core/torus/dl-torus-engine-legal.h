/* Engines that find the best paths inside the legality relation (manual, faults, VC paper 2.2.1),
 * which cannot deadlock whatever is broken. They need a table for each input port. */
#pragma once

#include "dl-torus-engine.h"

G_BEGIN_DECLS

/* For all destinations; see dl-torus-legal.h for the path that it takes. */
extern const DlTorusEngine dl_engine_legal;
/* Only for the destinations that the engine xt fails: some working node's route there does not
 * arrive or leaves the relation. All others have xt's answers. */
extern const DlTorusEngine dl_engine_xt_legal;

/* Cost of preparing @routes of one of these engines. */
typedef struct
{
  guint n_tables;  /* destinations with a table */
  guint n_shared;  /* of these, taken over from the routes before */
  gsize n_entries; /* of all tables */
} DlTorusLegalStats;

/* Cost of @routes, which one of these engines made. */
DlTorusLegalStats dl_torus_engine_legal_stats (const DlTorusRoutes *routes);

G_END_DECLS
