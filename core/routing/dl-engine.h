/* Routing engines: who answers "which port next". One engine a file, listed in dl-engine.c. */
#pragma once

#include "dl-network.h"
#include "dl-routing-spec.h"

G_BEGIN_DECLS

typedef struct _DlRoutes DlRoutes;

/* Why an engine chose a port; the text and the paper's section are in dl_rule_text and
 * dl_rule_section. */
typedef enum
{
  DL_RULE_EJECT,            /* here is the destination */
  DL_RULE_DIMENSION_ORDER,  /* the minimal direction of the first dimension that differs */
  DL_RULE_X_EARLY_DETOUR,   /* Z+ before a node that has neither Y+ nor Z+ */
  DL_RULE_X_BROKEN_Y,       /* Y+ around a broken X link */
  DL_RULE_X_BROKEN_Z,       /* Z+ around a broken X link without a safe Y+ */
  DL_RULE_Y_LOOK_AHEAD,     /* Z+ now, since Z+ is broken at the next node */
  DL_RULE_Y_BROKEN_Z,       /* Z+ around a broken Y link */
  DL_RULE_Z_LONG_WAY,       /* Z+ all the way, since the way along Z- is broken */
  DL_RULE_Z_BROKEN_Y_PLUS,  /* Y+ around a broken Z+ link */
  DL_RULE_Z_BROKEN_Y_MINUS, /* Y- where there is no Y+ */
  DL_RULE_UNREACHABLE,      /* no way that the rules allow */
  DL_N_RULES
} DlRule;

/* One sentence, translatable. */
const char *dl_rule_text (DlRule rule);
/* "VC paper 2.2.2" */
const char *dl_rule_section (DlRule rule);

typedef struct
{
  guint8 port; /* DlPort; DL_PORT_PROCESSOR at the destination, DL_PORT_NONE if unreachable */
  guint8 rule; /* DlRule */
} DlDecision;

struct _DlEngine
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  /* Prepare @routes->engine_data and mark the links whose use in dimension order may be overruled
   * for some destination (@routes->suspect, n_links): a run of a route without a suspect link is
   * the dimension-order run. */
  void (*prepare) (DlRoutes *routes);
  void (*unprepare) (DlRoutes *routes);
  /* R (node, dest): deterministic per router and destination; both nodes work. */
  DlDecision (*next) (const DlRoutes *routes, guint node, guint dest);
};

/* All engines, in the order of the drop-down; the first is the default. */
const DlEngine *const *dl_engines (guint *n_engines);
/* NULL if there is none of that name. */
const DlEngine *dl_engine_find (const char *id);

G_END_DECLS
