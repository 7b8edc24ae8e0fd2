/* Critical cables: what breaking each cable of a network would do, and which do worst. The same of
 * its routers. */
#pragma once

#include <gio/gio.h>

#include "dl-net.h"
#include "dl-place.h"
#include "dl-progress.h"
#include "dl-shared.h"

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

/* Parts broken in turn. */
typedef enum
{
  DL_CRITICAL_CABLES,
  DL_CRITICAL_ROUTERS,
  DL_N_CRITICAL_OF
} DlCriticalOf;

/* How a network does under the demand. */
typedef struct
{
  guint64 unreachable_pairs;
  guint64 dropped_pairs;
  guint64 illegal_pairs;
  guint nodes_lost;       /* that work now, and do not once a router is broken */
  gboolean deadlock_free; /* of all pairs' routes, whatever the demand */
  double bound_load;      /* offered load that saturates a link; NAN where it is not known */
  gboolean is_bound;      /* at most at @bound_load */
  double load_max;        /* packets on the busiest link; NAN without links */
  double balance_mean;    /* over links with traffic; NAN without any */
  double hops_mean;       /* NAN without delivered pairs */
} DlCriticalFigures;

/* A cable and what comes of breaking both its directions; or a router. */
typedef struct
{
  guint32 number;            /* in DlCritical's cable_of */
  guint32 link;              /* a direction: of a torus the one that leaves by a plus port; of
                                routers: the router */
  guint32 back;              /* the other one; of routers: the same */
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
  DlShared shared;
  const struct _DlFamily *family; /* dl-family.h */
  DlNet net;                      /* with no broken cables but the current ones */
  DlCriticalOf of;
  gboolean by_other;       /* dl_break_toggle breaks a whole cable with @other */
  const guint32 *cable_of; /* (n_links) number of the cable that each link is part of, or
                              G_MAXUINT32, as all are of routers */
  DlCriticalFigures base;  /* of the current network */
  guint n_cables;          /* of which a direction works; or working routers, here and below */
  guint n_evaluated;       /* of them; all but in what DlCriticalFunc gets */
  guint n_analyses;        /* that it took: cables of a class share one */
  DlCriticalCable *cables; /* (n_evaluated) the worst first */
} DlCritical;

/* Gets the results so far, ranked among themselves. */
typedef void (*DlCriticalFunc) (DlCritical *partial, gpointer data);

typedef struct
{
  DlCriticalOf of;
  guint n_threads;         /* the result does not depend on it */
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
  DlCriticalFunc partial; /* nullable; on the caller's thread, a few times a second, and again when
                             canceled */
  gpointer partial_data;
} DlCriticalOptions;

DlCriticalOptions dl_critical_options_default (void);

/* Ranking of broken cables: most pairs that are no longer delivered first, then what can deadlock,
 * then most pairs newly on illegal turns, then the lowest load that saturates a link, then highest
 * peak load, then worst mean VC balance, then by where it is.
 *
 * The severity says where in this order a cable is, whatever the distances: each class has a fifth
 * of 0..1, mild ones the lowest, and within it a cable lies at the share of the class's cables that
 * are not worse than it (a hundredth of the fifth stays free at either end, so that two classes
 * never meet). Cables that do the same have the same.
 *
 * Cables that are known to do the same are evaluated once. */
typedef struct
{
  const struct _DlFamily *family;
  DlNet net; /* with no broken cables but the current ones; it lives as long as this is used */
  DlCriticalOf of;
  gboolean by_other;       /* as DlCritical has it */
  DlCriticalFigures base;  /* of it */
  guint n_cables;          /* of which a direction works */
  const guint32 *link;     /* (n_cables) of each cable, in the order of where it is; or routers */
  const guint32 *back;     /* (n_cables); as @link of routers */
  const guint32 *cable_of; /* (n_links) which cable each link is part of; G_MAXUINT32: none; NULL of
                              routers */
  const guint32 *first;    /* (n_cables) the first of those that may do the same, itself for that
                              one; NULL: each for itself */
  /* The network without a cable: its figures, and the pairs rerouted; of others that may do the
   * same, whether they do (@speaks). From any thread. FALSE if canceled. */
  gboolean (*evaluate) (gpointer data, guint cable, DlCriticalFigures *figures, guint64 *rerouted,
                        gboolean *speaks, GCancellable *cancellable);
  gpointer data;
} DlCriticalTask;

/* NULL if @cancellable was canceled. */
DlCritical *dl_critical_new (const DlCriticalTask *task, DlCriticalOptions options,
                             GCancellable *cancellable);
DL_SHARED (DlCritical, dl_critical)

/* The cable that @link is part of; NULL if it is not known. */
const DlCriticalCable *dl_critical_find (const DlCritical *critical, guint link);
/* The cable, or the router, that is or has @place; NULL if it is not known. */
const DlCriticalCable *dl_critical_find_place (const DlCritical *critical, DlPlace place);
/* The direction of @cable that works: the first one if both do. */
guint32 dl_critical_working_link (const DlCritical *critical, const DlCriticalCable *cable);
/* Where it is: that direction, or the router. */
DlPlace dl_critical_place (const DlCritical *critical, const DlCriticalCable *cable);

/* The severity of each cable's links into @values (n_links); NAN where it is not known or nothing
 * works, and of routers. */
void dl_critical_values (const DlCritical *critical, float *values);

G_END_DECLS
