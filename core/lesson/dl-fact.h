/* Facts of a world, by name, for lessons: measures (dl-measure.h), the keys of the scenario, and
 * functions of a link, a node, a pair of them. Conditions compare facts, texts mention them. */
#pragma once

#include "dl-live.h"
#include "dl-measure.h"
#include "dl-shared.h"
#include "dl-simulate.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

/* World of a lesson: the current scenario, its analysis if that is there, and the results of its
 * simulation. Facts are read from it. */

/* Immutable once it is made, shared by reference. */
typedef struct
{
  DlShared shared;
  DlScenario *scenario;
  DlEvaluation *result;                  /* of this scenario; NULL: not known yet */
  DlSweepResult scalars;                 /* NAN for values that are not known yet */
  gboolean simulated;                    /* if so, of the last few thousand cycles: */
  guint64 cycles;                        /* since the last edit that changed it */
  gboolean stands;                       /* it is shown at a cycle, paused: */
  guint64 shown_cycle;                   /* that one, since cycle 0 */
  guint64 delivered;                     /* packets, since cycle 0 */
  guint64 age[256];                      /* packets by their age when an output granted them */
  double stalled[DL_N_ROUTER_PORTS - 1]; /* of an output, cycles/packet; NAN */
  double *source_share;                  /* (n_sources) of the packets delivered; NULL: not known */
  guint n_sources;
} DlWorld;

/* @scenario is copied. @result (nullable) counts only if it belongs to it. @picture (nullable) must
 * be of the simulation of @scenario: the caller compares generations. */
DlWorld *dl_world_new (const DlScenario *scenario, DlEvaluation *result,
                       const DlLivePicture *picture);
/* The same with a run from beginning to end; @simulation may be NULL. */
DlWorld *dl_world_new_simulated (const DlScenario *scenario, DlEvaluation *result,
                                 const DlSimulation *simulation);
/* A run of so many cycles from an empty network, of which the last few thousand are measured: as
 * recent as what the window shows of a simulation that runs; 0: the scenario's own run, until its
 * precision or its cycles. Errors: those of dl_simulate. */
DlSimulation *dl_world_simulate (const DlScenario *scenario, DlEvaluation *result, guint64 cycles,
                                 GCancellable *cancellable, GError **error);
/* @scenario analyzed and simulated so. Errors: those of dl_evaluation_new and dl_simulate. */
DlWorld *dl_world_new_run (const DlScenario *scenario, guint64 cycles, GCancellable *cancellable,
                           GError **error);
/* NULL-safe. */
DL_SHARED (DlWorld, dl_world)

typedef enum
{
  DL_FACT_ERROR_SYNTAX, /* not written as facts are */
  DL_FACT_ERROR_UNKNOWN /* there is no such fact */
} DlFactError;

#define DL_FACT_ERROR (dl_fact_error_quark ())
GQuark dl_fact_error_quark (void);

typedef enum
{
  DL_FACT_WHOLE = DL_MEASURE_WHOLE,
  DL_FACT_REAL = DL_MEASURE_REAL,
  DL_FACT_SHARE = DL_MEASURE_SHARE,
  DL_FACT_FLAG = DL_MEASURE_FLAG,
  DL_FACT_TEXT /* a key's value as in a file, or words that are the same in all languages */
} DlFactType;

/* Arguments in the brackets after a function's name. */
typedef enum
{
  DL_FACT_NO_ARGS,
  DL_FACT_DIM,       /* x */
  DL_FACT_PORT,      /* x+ */
  DL_FACT_NODE,      /* 0,0,0 */
  DL_FACT_LINK,      /* 0,0,0:x+ */
  DL_FACT_PAIR,      /* 0,0,0>3,0,0 */
  DL_FACT_PAIR_DIM,  /* 0,0,0>3,0,0, x */
  DL_FACT_PAIR_LINK, /* 0,0,0>3,0,0, 1,0,0:x+ */
  DL_FACT_GROUPS,    /* 0>1 */
  DL_FACT_CLASS,     /* green */
  DL_FACT_QUARTER    /* 0 to 3 */
} DlFactArgs;

typedef struct _DlFact DlFact;

/* Value of a fact in a world. */
typedef struct
{
  DlFactType type;
  double number; /* of all but texts; of a key whose value is a number, too; else NAN */
  char *text;    /* of texts */
} DlFactValue;

void dl_fact_value_clear (DlFactValue *value);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlFactValue, dl_fact_value_clear)

/* A function in the table; the measures and keys are not in it. */
typedef struct
{
  const char *name;
  DlFactArgs args;
  DlFactType type;
  gboolean simulated;
  const char *description; /* one line, untranslated (N_) */
  /* FALSE: not known in this world, or there is no such place in its network. @value is
   * initialized. */
  gboolean (*get) (const DlWorld *world, const DlFact *fact, DlFactValue *value);
  const DlFamily *family; /* that alone has it; NULL: all */
} DlFactInfo;

/* One fact, as it was written. Immutable. */
struct _DlFact
{
  char *name;               /* without blanks: "hops(0,0,0>3,0,0)" */
  const DlFactInfo *info;   /* of a function; one of these three, the others are NULL */
  const DlMeasure *measure; /* likewise */
  const DlField *field;     /* likewise */
  char *a, *b;              /* text in brackets: its places, not looked up yet; or NULL */
  char *link;               /* of a pair and a link; likewise */
  guint index;              /* of a dimension, a port, a class, a quarter */
};

const DlFactInfo *dl_fact_table (guint *n);
/* The fact with its arguments: "hops(A>B)". Free with g_free. */
char *dl_fact_info_usage (const DlFactInfo *info);

/* Errors: DL_FACT_ERROR, with what would be right. */
DlFact *dl_fact_parse (const char *text, GError **error);
/* A fact at the beginning of @text, and where it ends. */
DlFact *dl_fact_parse_prefix (const char *text, const char **end, GError **error);
void dl_fact_free (DlFact *fact);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFact, dl_fact_free)

DlFactType dl_fact_type (const DlFact *fact);
gboolean dl_fact_is_simulated (const DlFact *fact);
gboolean dl_fact_is_for (const DlFact *fact, const DlScenario *scenario);
/* Are the places that it names in @net, the network of @scenario? Errors: DL_NETWORK_ERROR. */
gboolean dl_fact_check_places (const DlFact *fact, const DlScenario *scenario, const DlNet *net,
                               GError **error);

/* FALSE: it is not known (yet) in @world. @value is cleared by the caller, either way. */
gboolean dl_fact_get (const DlFact *fact, const DlWorld *world, DlFactValue *value);
/* Name of @fact for people, in their language: "Mean hops", "Packets on a link (0,0,0:x+)"; without
 * its note on special cases if @brief. Free with g_free. */
char *dl_fact_title (const DlFact *fact, gboolean brief);
/* A value of it that is known, as dl_fact_format. Free with g_free. */
char *dl_fact_format_value (const DlFact *fact, const DlFactValue *value);
/* For people, in their locale: "1,204", "31.2 %", "yes", "–" for unknown values. Free with
 * g_free. */
char *dl_fact_format (const DlFact *fact, const DlWorld *world);

G_END_DECLS
