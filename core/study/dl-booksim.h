/* The curves that the input-queued router is held to: their settings in both programs, and what
 * BookSim 2 came to with them. Read from tests/validation, which the program carries with it; the
 * columns are described there. */
#pragma once

#include "dl-load-sweep.h"

G_BEGIN_DECLS

/* Seeds of each row: 1 to 5, in both programs. */
#define DL_BOOKSIM_SEEDS 5
/* The grid of saturation loads: multiples of 1 / 200 flits/node/cycle. */
#define DL_BOOKSIM_STEPS 200
/* Share of the offered load that must be accepted. */
#define DL_BOOKSIM_ACCEPTED 0.98

typedef enum
{
  DL_BOOKSIM_ERROR_SYNTAX, /* not the file that README.md of tests/validation describes */
} DlBooksimError;

#define DL_BOOKSIM_ERROR (dl_booksim_error_quark ())
GQuark dl_booksim_error_quark (void);

typedef enum
{
  DL_BOOKSIM_LATENCY,    /* at 10 to 80% of the saturation load */
  DL_BOOKSIM_SATURATION, /* at the saturation load */
  DL_BOOKSIM_REFUSED,    /* a step above it: the first load that is not accepted */
  DL_BOOKSIM_PAST,       /* well above it */
  DL_BOOKSIM_N_KINDS
} DlBooksimKind;

typedef struct
{
  DlBooksimKind kind;
  double load;                              /* offered, flits/node/cycle */
  double packet_latency[DL_BOOKSIM_SEEDS];  /* cycles from creation, mean */
  double network_latency[DL_BOOKSIM_SEEDS]; /* cycles from leaving the source queue, mean */
  double accepted[DL_BOOKSIM_SEEDS];        /* flits/node/cycle */
  double hops[DL_BOOKSIM_SEEDS];            /* routers, mean */
} DlBooksimRow;

typedef struct _DlBooksimCurve
{
  char *name;
  char *group;
  guint64 warmup_cycles;     /* of every run */
  guint64 latency_cycles;    /* that are measured for rows of latency */
  guint64 throughput_cycles; /* that are measured for the others */
  GStrv settings;            /* GROUP.KEY=VALUE; a network file by its name, as in @booksim */
  GStrv booksim;             /* KEY=VALUE */
  char *commit;              /* of BookSim */
  GArray *rows;              /* DlBooksimRow, latencies by load, saturation, refused, past */
} DlBooksimCurve;

/* Is @value of a setting the name of a network file, NAME.anynet? */
gboolean dl_booksim_is_network (const char *value);
/* The network file @name that the program carries with its curves; NULL if there is none. */
GBytes *dl_booksim_network (const char *name);

/* The curves of two texts, the files curves.tsv and booksim.tsv: DlBooksimCurve, which the array
 * frees. Every curve has rows, among them one of its saturation load. A network file is named on
 * both sides, and the program has it. Errors: DL_BOOKSIM_ERROR_SYNTAX, with file and line. */
GPtrArray *dl_booksim_parse (const char *curves, const char *rows, GError **error);

/* Built-in curves: read once, never freed. */
const GPtrArray *dl_booksim_curves (void);
/* The one called @name; NULL if there is none. */
const DlBooksimCurve *dl_booksim_find (const char *name);
/* Name of @kind in booksim.tsv. */
const char *dl_booksim_kind_id (DlBooksimKind kind);

/* The row of @curve's saturation load. */
const DlBooksimRow *dl_booksim_saturation (const DlBooksimCurve *curve);

/* The settings of @curve as GROUP.KEY=VALUE, with the content of a network file in the place of its
 * name. Free with g_strfreev. */
GStrv dl_booksim_settings (const DlBooksimCurve *curve);
/* The scenario with these settings; its load is the default one. */
DlScenario *dl_booksim_scenario (const DlBooksimCurve *curve);
/* The curve that @scenario is of, whatever its load, seed and length; NULL: of none. */
const DlBooksimCurve *dl_booksim_match (const DlScenario *scenario);
/* BookSim's side of @curve up to @max_load, with network latency as other curves have it; @series
 * is zeroed. */
void dl_booksim_fill_series (const DlBooksimCurve *curve, double max_load, DlLoadSeries *series);
/* A series without points, zeroed before; @carried: the largest load of the grid that is accepted.
 * And the point of @row, from a @latency and an @accepted throughput for each seed. */
void dl_booksim_begin_series (DlLoadSeries *series, const char *value, const char *label,
                              double carried);
void dl_booksim_add_point (DlLoadSeries *series, const DlBooksimRow *row, const double *latency,
                           const double *accepted);

G_END_DECLS
