/* Checks of the papers: what they publish beside what this program computes or simulates, with a
 * verdict by a stated rule and the reason in words. Nothing is tuned to come closer (models 4 and
 * 5). */
#pragma once

#include "dl-dragonfly.h"
#include "dl-load-sweep.h"
#include "dl-progress.h"
#include "dl-scenario.h"
#include "dl-torus-analysis.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  DL_PAPER_VC,
  DL_PAPER_XT_BOOK,
  DL_PAPER_AGE,
  DL_PAPER_CASCADE,
  DL_PAPER_BOOKSIM, /* no paper: another simulator (dl-validation.h) */
  DL_N_PAPERS
} DlPaper;

/* "vc", "xt-book", "age", "cascade", "booksim". */
const char *dl_paper_id (DlPaper paper);
/* "VC paper", and what it is about, "Virtual channels of the Cray XT", both translated. */
const char *dl_paper_name (DlPaper paper);
const char *dl_paper_title (DlPaper paper);

/* Where the value comes from with which a row compares. */
typedef enum
{
  DL_PAPER_NO_KIND,   /* of no row of a result */
  DL_PAPER_PRINTED,   /* the paper prints it, in digits or in words */
  DL_PAPER_DERIVED,   /* it follows from a formula or a sentence of the paper */
  DL_PAPER_INPUT,     /* the program takes it as given, from the paper or by assumption: an equal
                         result is not evidence */
  DL_PAPER_REFERENCE, /* another program simulated it */
  DL_PAPER_N_KINDS
} DlPaperKind;

/* "printed", "derived", "input", "reference", for files. */
const char *dl_paper_kind_id (DlPaperKind kind);
/* The same for people, translated. */
const char *dl_paper_kind_title (DlPaperKind kind);
/* Text of @kind: "Follows from the paper", translated. */
const char *dl_paper_kind_phrase (DlPaperKind kind);

typedef enum
{
  DL_PAPER_AGREES,
  DL_PAPER_DIFFERS,
  DL_PAPER_NOT_COMPARED,
  DL_PAPER_IS_INPUT, /* neither: it is of kind DL_PAPER_INPUT */
  DL_PAPER_NOT_RUN,  /* of a plan: nothing was computed yet */
  DL_PAPER_N_VERDICTS
} DlPaperVerdict;

/* How a verdict comes about. */
typedef enum
{
  DL_PAPER_NO_RULE, /* not compared: the paper leaves out what it would take */
  DL_PAPER_VALUE,   /* agrees if the expected value is inside the interval, or as close to the mean
                       as it is printed */
  DL_PAPER_ABOVE,   /* agrees if the whole interval is above the bound; differs if it is not */
  DL_PAPER_BELOW,   /* likewise, below */
  DL_PAPER_JOINT,   /* agrees if both means differ by no more than the joint interval reaches, or
                       than the precision */
  DL_PAPER_WITHIN   /* agrees if they differ by no more than the precision, whatever the
                       intervals */
} DlPaperRule;

typedef struct
{
  char *group;         /* translated; rows of the same group, in a row, share a unit and an axis */
  char *what;          /* translated */
  const char *unit;    /* translatable: "cycles a packet"; "" for plain numbers */
  const char *section; /* translatable, of the paper: "VC paper, figure 4"; NULL: the check's */
  DlPaperKind kind;
  const char *quote;     /* nullable: the paper's own words, which hold the number or lead to it */
  double expected;       /* NAN: the paper says no number */
  double expected_reach; /* of its 95% interval, to either side; 0: it is a number */
  double joint;          /* for JOINT: of the 95% interval of the difference */
  double precision; /* half a unit of the last digit in print, DL_PAPER_ABOUT, or what a run can
                       resolve; nothing wider */
  DlPaperRule rule;
  double bound;    /* for ABOVE and BELOW */
  double computed; /* simulated: the mean over the seeds; NAN: there is none */
  double reach;    /* of the 95% interval, to either side; 0 where nothing is random */
  guint n_seeds;   /* 0: not simulated */
  gboolean beyond; /* nothing is ever computed: it is beyond this program */
  DlPaperVerdict verdict;
  const char *why; /* translatable sentence, for this verdict */
} DlPaperRow;

/* Verdict on @row by its kind and rule, from its numbers alone; never DL_PAPER_NOT_RUN. */
DlPaperVerdict dl_paper_verdict (const DlPaperRow *row);
/* "agrees", "differs", "cannot be checked", "is an input", "not run yet", translated. */
const char *dl_paper_verdict_title (DlPaperVerdict verdict);
/* "agrees", "differs", "not-compared", "input", "not-run". */
const char *dl_paper_verdict_id (DlPaperVerdict verdict);

/* Point of a measured curve: bandwidth against message length. */
typedef struct
{
  double bytes;      /* of a message */
  double GBps;       /* of payload, per node */
  double share;      /* simulated, of all the messages of the all to all: 1 for all of it */
  double nonminimal; /* share of the packets; NAN without any */
} DlPaperPoint;

typedef struct
{
  char *label;    /* translated */
  GArray *points; /* DlPaperPoint, messages rising */
} DlPaperCurve;

/* A bandwidth that the paper's text says, or that follows from it. */
typedef struct
{
  char *label; /* translated */
  double GBps;
} DlPaperLimit;

typedef struct _DlPaperCheck DlPaperCheck;

/* Result of a check: immutable, shared by reference. */
typedef struct _DlPaperResult
{
  const DlPaperCheck *check;
  DlScenario *scenario; /* of its first run: the others differ from it as the groups say */
  GArray *rows;         /* DlPaperRow */
  GPtrArray *curves;    /* DlPaperCurve; of some checks */
  GArray *limits;       /* DlPaperLimit, likewise */
  DlLoadCurve *loads;   /* latency by load here and in the other program; NULL of a paper's */
  GPtrArray *parts;     /* DlPaperResult: of the check that is all the quick ones; else empty */
  struct _DlPaperResult *untranslated; /* rows, curves and limits, in the same order; or NULL */
} DlPaperResult;

/* A result of @check without rows, curves and limits. */
DlPaperResult *dl_paper_result_new (const DlPaperCheck *check, const DlScenario *scenario);
DlPaperResult *dl_paper_result_ref (DlPaperResult *result);
/* NULL-safe. */
void dl_paper_result_unref (DlPaperResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlPaperResult, dl_paper_result_unref)
/* @result with rows, curves and limits that are not translated, for files that programs read; it
 * belongs to @result. */
const DlPaperResult *dl_paper_result_untranslated (const DlPaperResult *result);
/* Append @row, whose group and what are taken; its verdict is set by its rule. It has a kind. */
void dl_paper_result_add (DlPaperResult *result, DlPaperRow row);
/* A length of messages: "64 B", "2 KiB". Free with g_free. */
char *dl_paper_bytes_text (double bytes);
/* A curve without points; the result's. */
DlPaperCurve *dl_paper_result_add_curve (DlPaperResult *result, const char *label);
void dl_paper_result_add_limit (DlPaperResult *result, const char *label, double GBps);
const DlPaperCurve *dl_paper_result_curve (const DlPaperResult *result, guint curve);
const DlPaperPoint *dl_paper_curve_point (const DlPaperCurve *curve, guint point);
const DlPaperRow *dl_paper_result_row (const DlPaperResult *result, guint row);
/* Where @row, one of @result, stands in the paper, translated. */
const char *dl_paper_result_section (const DlPaperResult *result, const DlPaperRow *row);
guint dl_paper_result_count (const DlPaperResult *result, DlPaperVerdict verdict);

const DlPaperCheck *const *dl_paper_checks (guint *n_checks);
/* NULL if there is none of that name. Beside them “paper-checks”: all the quick ones as one, whose
 * result has theirs as parts, and no rows, and “booksim”: likewise all of dl_validation_checks. */
const DlPaperCheck *dl_paper_check_find (const char *id);
const char *dl_paper_check_id (const DlPaperCheck *check);
DlPaper dl_paper_check_paper (const DlPaperCheck *check);
/* About how many seconds of one processor it takes, on the computer where it was written. */
guint dl_paper_check_seconds (const DlPaperCheck *check);
/* A few seconds at most, and not a curve: those are run together. */
gboolean dl_paper_check_is_quick (const DlPaperCheck *check);
/* Is it simulated? Else it is computed. */
gboolean dl_paper_check_is_simulated (const DlPaperCheck *check);
/* Translated, all three. */
const char *dl_paper_check_title (const DlPaperCheck *check);
/* Section of the paper: "Age paper, section 2, figure 4(a)". */
const char *dl_paper_check_section (const DlPaperCheck *check);
/* Choices where the paper is silent. */
const char *dl_paper_check_choices (const DlPaperCheck *check);

typedef struct
{
  const char *const *settings; /* nullable: GROUP.KEY=VALUE, as --set, over the check's own */
  guint threads;               /* runs at once, at least 1 */
  DlProgressFunc progress;     /* nullable; any thread, one at a time */
  gpointer progress_data;
} DlPaperOptions;

/* Settings of @scenario that a check heeds: seed and length of the run, where it states them. A
 * program is given up when it is not done by then. Free with g_strfreev. */
GStrv dl_paper_settings (const DlScenario *scenario);

/* The rows of @check before it is run: rows beyond the program say so, the others are
 * DL_PAPER_NOT_RUN, without a computed value or a reason. */
DlPaperResult *dl_paper_check_plan (const DlPaperCheck *check);

/* Run all of @check's simulations or analyses. Errors: those of dl_edits_parse_assignment,
 * dl_scenario_apply and dl_simulate, G_IO_ERROR_CANCELLED. */
DlPaperResult *dl_paper_check_run (const DlPaperCheck *check, const DlPaperOptions *options,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS
