/* Measures of a scenario, each one number: the one table from which come the columns of a sweep, a
 * comparison, and whatever puts two states side by side. */
#pragma once

#include "dl-sweep.h"

G_BEGIN_DECLS

typedef enum
{
  DL_MEASURE_WHOLE, /* a whole number */
  DL_MEASURE_REAL,
  DL_MEASURE_SHARE, /* from 0 to 1 */
  DL_MEASURE_FLAG   /* 1: yes, 0: no */
} DlMeasureType;

/* The better values of a measure, all else the same. */
typedef enum
{
  DL_BETTER_NEITHER, /* it describes, and does not judge */
  DL_BETTER_HIGHER,
  DL_BETTER_LOWER
} DlBetter;

typedef struct
{
  const char *id;    /* its column in files, "latency_mean" */
  const char *title; /* untranslated (N_), "Mean latency" */
  const char *unit;  /* likewise; NULL: none (but see dl_measure_unit) */
  DlMeasureType type;
  gboolean simulated; /* or of the static analysis */
  DlBetter better;
  gsize offset, size; /* of the member of DlSweepResult */
  gsize half;         /* of its member with half of the interval within a run; 0: it has none */
  /* Does the measure tell whether all packets arrive? It is shown beside others wherever it varies
   * (dl-difference.h). */
  gboolean tells_delivery;
  /* Does it follow from how packets choose among their routes (dl_measure_is_bound)? */
  gboolean by_share;
  gboolean of_messages;   /* of programs of messages alone (dl-program-result.h) */
  gboolean by_class;      /* of a class of links, or of the busiest of all */
  const DlFamily *family; /* of this class of its links; NULL: of no family alone */
  guint class;
} DlMeasure;

/* Behind a measure's id, the column of its interval within a run. */
#define DL_MEASURE_HALF_SUFFIX "_half_width_95"

/* All measures, in the order of a sweep's columns: simulated ones first. */
const DlMeasure *dl_measure_table (guint *n);
/* Measures of scenarios of @family, in the same order; free the array with g_free. */
const DlMeasure **dl_measures (const DlFamily *family, guint *n);
/* NULL if there is none. */
const DlMeasure *dl_measure_find (const char *id);
gboolean dl_measure_is_for (const DlMeasure *measure, const DlFamily *family);
/* The same of the measure with this identifier. */
gboolean dl_family_has_measure (const DlFamily *family, const char *id);
/* Can scenarios as @scenario have it? Those with different traffic may. */
gboolean dl_measure_suits (const DlMeasure *measure, const DlScenario *scenario);
/* Measures that points of @spec can have, in the same order; free the array with g_free. */
const DlMeasure **dl_sweep_spec_measures (const DlSweepSpec *spec, guint *n);

/* The family that alone has it; NULL: more than one have. */
const DlFamily *dl_measure_family (const DlMeasure *measure);

/* Is its value in @scenario a bound over modes of routing, not what its own mode leads to
 * (DlFamily.is_bound)? */
gboolean dl_measure_is_bound (const DlMeasure *measure, const DlScenario *scenario);
/* How tables for people mark such a value, and what the mark means, translated. */
#define DL_MEASURE_BOUND_MARK "§"
const char *dl_measure_bound_note (void);
/* Value of @measure in @result; NAN: there is none, the kind of network has none, or it was not
 * simulated. */
double dl_measure_get (const DlMeasure *measure, const DlSweepResult *result);
/* Half of its 95% confidence interval within the run that @result is of; NAN: there is none. */
double dl_measure_half_width (const DlMeasure *measure, const DlSweepResult *result);
/* The column of that in files, "latency_mean_half_width_95"; NULL: it has none. Free with g_free.
 */
char *dl_measure_half_id (const DlMeasure *measure);
/* Mean of the values among @results (n), and how far its 95% confidence interval reaches to either
 * side: over these runs, or within the run if it is one (batch means). NAN: there is none. Returns
 * how many have a value. */
guint dl_measure_mean (const DlMeasure *measure, const DlSweepResult *const *results, guint n,
                       double *mean, double *reach);
/* Put @value, which is not NAN, into @result. */
void dl_measure_set (const DlMeasure *measure, DlSweepResult *result, double value);
/* Unit of @scenario's values, translated; NULL: none. Loads have a unit of their own there
 * (dl-machine.h). */
const char *dl_measure_unit (const DlMeasure *measure, const DlScenario *scenario);
/* @value for people, in their locale: "1,204", "0.3127", "31.2 %", "yes", "–" for NAN. A mean of
 * whole numbers and flags need not be one of them. Free with g_free. */
char *dl_measure_format (const DlMeasure *measure, double value);
/* The same for documents: a point in every locale, and nothing between thousands. */
char *dl_measure_format_plain (const DlMeasure *measure, double value);
/* A mean and how far its interval reaches, to as many digits: "148.0 ± 6.8"; the mean alone if
 * @reach is NAN, and of flags: how many of a few runs say yes tells little of a share. */
char *dl_measure_format_interval (const DlMeasure *measure, double mean, double reach,
                                  gboolean plain);

G_END_DECLS
