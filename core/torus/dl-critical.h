/* Critical links: what breaking each cable would do, and which do worst. */
#pragma once

#include "dl-analysis.h"
#include "dl-progress.h"

G_BEGIN_DECLS

/* The worst that breaking a cable does, from mild to bad. */
typedef enum
{
  DL_CRITICAL_MILD,     /* other routes and another balance at most */
  DL_CRITICAL_LOAD,     /* the busiest link carries more than now */
  DL_CRITICAL_ILLEGAL,  /* more pairs than now are on illegal turns */
  DL_CRITICAL_DEADLOCK, /* the routes can deadlock then */
  DL_CRITICAL_CUT,      /* more pairs than now are not delivered */
  DL_N_CRITICAL
} DlCriticalClass;

/* For files, "cut"; and for people, translatable: "pairs cut off". */
const char *dl_critical_class_id (DlCriticalClass class);
const char *dl_critical_class_title (DlCriticalClass class);

/* How a network does under the demand. */
typedef struct
{
  guint64 unreachable_pairs;
  guint64 dropped_pairs;
  guint64 illegal_pairs;
  gboolean deadlock_free; /* of all pairs' routes, whatever the demand */
  double load_max;        /* packets on the busiest link; NAN without links */
  double balance_mean;    /* over links with traffic; NAN without any */
  double hops_mean;       /* NAN without delivered pairs */
} DlCriticalFigures;

/* A cable and what comes of breaking both its directions. */
typedef struct
{
  guint32 link;              /* the direction that leaves by a plus port */
  guint32 back;              /* the other one */
  DlCriticalFigures figures; /* once it is broken */
  gint64 undelivered_more;   /* unreachable and dropped pairs, beyond those that there are now */
  guint64 rerouted_pairs;    /* DL_CRITICAL_NOT_COUNTED where comparing would take too long */
  DlCriticalClass class;
  guint rank;      /* from 1: the same for cables that do the same */
  double severity; /* 0..1: see dl_critical_new */
} DlCriticalCable;

#define DL_CRITICAL_NOT_COUNTED G_MAXUINT64

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  gatomicrefcount refs;
  DlNetwork *network;      /* with no cable broken but those that are */
  DlCriticalFigures base;  /* as it is now */
  guint n_cables;          /* of which a direction works */
  guint n_evaluated;       /* of them; all but in what DlCriticalFunc gets */
  guint n_analyses;        /* that it took: cables of a class share one */
  DlCriticalCable *cables; /* (n_evaluated) the worst first */
} DlCritical;

/* Gets what is known so far, ranked among itself. */
typedef void (*DlCriticalFunc) (DlCritical *partial, gpointer data);

typedef struct
{
  guint n_threads;         /* the result does not depend on it */
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
  DlCriticalFunc partial; /* nullable; on the caller's thread, a few times a second, and once more
                             when cancelled */
  gpointer partial_data;
} DlCriticalOptions;

DlCriticalOptions dl_critical_options_default (void);

/* Evaluate every cable of @torus, from which the network of @routes was built, under @demand: most
 * pairs that are no longer delivered first, then what can deadlock, then most pairs newly on
 * illegal turns, then highest peak load, then worst mean VC balance, then by where it is.
 *
 * The severity says where in this order a cable is, whatever the distances: each class has a fifth
 * of 0..1, mild ones the lowest, and within it a cable lies at the share of the class's cables that
 * are not worse than it (a hundredth of the fifth stays free at either end, so
 * that two classes never meet). Cables that do the same have the same.
 *
 * Cables that are known to do the same (dl-critical-classes.h) are evaluated once.
 *
 * NULL if @cancellable was cancelled. */
DlCritical *dl_critical_new (const DlTorusSpec *torus, DlRoutes *routes, const DlDemand *demand,
                             DlCriticalOptions options, GCancellable *cancellable);
DlCritical *dl_critical_ref (DlCritical *critical);
void dl_critical_unref (DlCritical *critical);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlCritical, dl_critical_unref)

/* The cable that @link is a direction of; NULL if it is not known. */
const DlCriticalCable *dl_critical_find (const DlCritical *critical, guint link);
/* The direction of @cable that works: the plus one if both do. */
guint32 dl_critical_working_link (const DlCritical *critical, const DlCriticalCable *cable);

/* The severity of both directions of each cable into @values (n_links); NAN where it is not known
 * or nothing works. */
void dl_critical_values (const DlCritical *critical, float *values);

G_END_DECLS
