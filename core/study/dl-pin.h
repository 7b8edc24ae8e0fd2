/* A state that is pinned: B, beside which the open scenario A is shown. */
#pragma once

#include "dl-critical.h"
#include "dl-evaluate.h"
#include "dl-shared.h"
#include "dl-sim-tally.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

/* Parts of B beside its result, as when it was pinned. */
typedef struct
{
  DlCritical *critical;   /* its critical cables; NULL: not known */
  const DlLinkUse *links; /* measured by its simulation; NULL: there was none */
  guint64 from, to;       /* cycles that this is of */
  gboolean follows;       /* it is a line of a run, which goes where A goes; */
  guint64 end;            /* its last cycle */
  /* Scalars of the simulation as dl_live_picture_add_scalars has them, and of the result; NULL:
   * those of the result alone. */
  const DlSweepResult *scalars;
} DlPinned;

/* Not changed any more once it is made; shared by reference between threads. */
typedef struct _DlPin
{
  DlShared shared;
  char *label;          /* "XT3 11x12x16, after “Broke the cable X+ of (3,4,5)”" */
  DlEvaluation *result; /* its scenario and analysis */
  DlCritical *critical; /* nullable */
  gboolean simulated;
  gboolean follows; /* a line of a run, which goes where A goes: there is a new pin each time */
  guint64 from, to; /* cycles that links and scalars are of */
  guint64 end;      /* the last cycle of that line */
  DlLinkUse links;  /* of no links unless it was simulated */
  DlSweepResult scalars;
} DlPin;

/* References to @result and what @pinned (nullable) has are taken, what it measured is copied. */
DlPin *dl_pin_new (const char *label, DlEvaluation *result, const DlPinned *pinned);
/* A pin of any scenario, evaluated here. Errors: those of dl_evaluation_new. Any thread. */
DlPin *dl_pin_new_scenario (const char *label, const DlScenario *scenario,
                            GCancellable *cancellable, GError **error);
/* NULL-safe. */
DL_SHARED (DlPin, dl_pin)

/* The label, after the cycle of the simulation and the end of its line: "cycle 7,900 of 20,000, XT3
 * 11x12x16". Free with g_free. */
char *dl_pin_title (const DlPin *pin);

/* Why links of @a and of @b cannot be compared one by one, translated; NULL if they can. */
const char *dl_pin_misfit (const DlEvaluation *a, const DlEvaluation *b);

/* Changes from @a to @b, key by key: "torus.datelines=10;11;3", as --set takes it, the name
 * included. Free with g_strfreev. */
GStrv dl_pin_assignments (const DlScenario *a, const DlScenario *b);
/* Differences of @b from @a: "torus.datelines=10;11;3, traffic.load=0.2", as files have them, the
 * defaults included; an empty text if none. With the text of @a it says all of @b but its name.
 * Free with g_free. */
char *dl_pin_changes (const DlScenario *a, const DlScenario *b);

G_END_DECLS
