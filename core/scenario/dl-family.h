/* A family of networks: what makes a torus a torus and a dragonfly a dragonfly. Callers above the
 * families ask this table and never which one it is. It is called once per edit, run or window: hot
 * code stays specialized behind it. */
#pragma once

#include "dl-critical.h"
#include "dl-explained.h"
#include "dl-feature.h"
#include "dl-findings.h"
#include "dl-iq.h"
#include "dl-jobs.h"
#include "dl-link-flows.h"
#include "dl-machine-file.h"
#include "dl-net.h"
#include "dl-next.h"
#include "dl-pattern.h"
#include "dl-preset.h"
#include "dl-router-model.h"
#include "dl-scenario-file.h"
#include "dl-sites.h"

G_BEGIN_DECLS

typedef struct _DlCountersKind DlCountersKind; /* dl-counters-reader.h */

/* A class of links: a dimension of a torus, the color of a Cascade's. */
typedef struct
{
  const char *id;         /* in names of columns */
  const char *title;      /* over its links, translatable: "Links in X" */
  const char *load_title; /* of the largest load, translatable */
  const char
      *balance_title; /* of the mean balance; NULL: virtual channels are not to be balanced */
  gboolean (*exists) (const DlScenario *scenario); /* NULL: in each network */
} DlLinkClassDef;

/* Latency against load: the key that is swept to draw its curves. */
typedef struct
{
  const char *key;           /* "group.key": a curve is of one of its values */
  const char *const *values; /* values that always have a curve, NULL at the end; the scenario's own
                                has one, too */
  const char *summary;       /* for people, a sentence, translatable */
  const char *columns;       /* in CSV, what a curve is called and its value */
  guint n_seeds;             /* that suit its runs; */
  guint64 cycles;            /* of each */
  char *(*value) (const DlScenario *scenario); /* of its key, as CSV has it */
  /* (nullable) Does the key make no difference to @scenario, so that it has one curve? */
  gboolean (*is_one) (const DlScenario *scenario);
  gboolean (*has_load) (const DlScenario *scenario); /* FALSE: it is a program */
  /* The offered load at which the first link, or what else packets share, is full: an upper bound
   * for the throughput of @scenario. INFINITY without traffic. */
  double (*full_at) (const DlScenario *scenario, gconstpointer analysis);
  /* The load that no value of @values gets past, at most 1; NAN on error. @analysis is of
   * @scenario. Errors: as DlFamily's analyze. */
  double (*bound) (const DlScenario *scenario, GStrv values, gconstpointer analysis,
                   GCancellable *cancellable, GError **error);
  char *(*title) (const char *value); /* translated */
} DlFamilyCurve;

/* Names of places. */
typedef enum
{
  DL_NAME_FILE,   /* as files have it: "3,4,5:x+" */
  DL_NAME_PEOPLE, /* translated, as the others: "(3,4,5)", "X+ of (3,4,5)" */
  DL_NAME_PORT, /* of a link, the port of its router that it leaves by: "X+"; NULL: ports are called
                   after the routers that their links lead to */
  DL_NAME_CABLE /* of a link, its cable */
} DlNameStyle;

/* A kind of place that breaks (dl-break.h), alone or, with @other, as more or less of it, such as a
 * whole cable. In texts, all translatable, %s is a name. */
typedef struct
{
  const char *key; /* "group.key" of the list of broken ones */
  DlPlaceKind kind;
  gboolean other;
  /* The list's name for @place; NULL: it has none. And the place of an item; FALSE if the network
   * does not have it. Both nullable: its name is that of its place. */
  char *(*item) (gconstpointer shape, DlPlace place);
  gboolean (*find) (gconstpointer shape, const char *item, DlPlace *place);
  /* Nullable: the list of the parts that it breaks with, such as the directions of a cable, each
   * link of which is in one of the lists at most; and the links that are its parts at a link of it
   * (guint32), NULL: both directions. */
  const char *parts_key;
  GArray *(*parts) (gconstpointer shape, guint link);
  /* TRUE: only what works breaks, a whole as long as a part of it does; what a broken router took
   * along comes back with the router alone. FALSE: what no list has breaks, but where a part is
   * broken alone, that comes back. */
  gboolean by_state;
  /* (nullable) Several of a list at once, to be broken or restored: their places (DlPlace). */
  GArray *(*places) (gconstpointer shape, DlPlace place);
  const char *broke, *restored; /* labels of a step; name NULL: by its item's label */
  char *(*name) (gconstpointer shape, DlPlace place, gboolean broke);

  /* An item in a list of all. */
  const char *title, *tooltip;
  const char *restored_item;         /* label of the step there; NULL: as above */
  char *(*label) (const char *item); /* its name for people; NULL: as in files */
  char *(*count) (guint n);          /* that there are @n, translated; NULL: that is not said */

  /* At random. */
  const char *id;                           /* name in settings; NULL: not at random */
  const char *button, *button_tooltip;      /* with its mnemonic */
  GArray *(*working) (gconstpointer shape); /* guint32: the numbers of the places that work */
  char *(*broke_random) (guint n);          /* label of the step that broke @n, translated */
} DlBreakable;

/* Cost of an analysis, known before its network is built. */
typedef struct
{
  guint64 nodes;
  guint64 hops; /* roughly those of all pairs that it follows one by one */
} DlCost;

/* A pattern that a family has. */
typedef struct
{
  const DlPattern *pattern;
  const char *description; /* description in its networks, translatable; NULL: @pattern's */
  void (*own) (void);      /* how the family makes its flows, as which it casts it; nullable */
} DlFamilyPattern;

struct _DlFamily
{
  const char *id;          /* in files */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  const char *plural;      /* over a list of networks of it, translatable */

  /* Keys of its scenarios: a group of its own, which in files comes after @after_group, and some of
   * common groups, which come last in these. Their values are in its options. */
  const DlField *fields; /* the last without a group */
  const char *after_group;
  gsize options_size;
  gconstpointer initial; /* (options_size) what no key says; NULL: zeros */
  gsize held; /* where they point to what the keys made when they were last judged, which begins
                 with a DlShared and copies share; 0: nothing */
  /* TRUE: networks of this scenario do not read @field, one that all families share or its own.
   * Nullable: they read all. */
  gboolean (*ignores) (const DlScenario *scenario, const DlField *field);

  gboolean has_groups; /* its routers are in groups */

  /* Form of a traffic.target, and how that is said in messages, translatable. */
  gboolean (*reads_node) (const char *text);
  const char *node_form;
  gboolean free_names; /* nodes are called anything (DlSites), so that any text may place ranks */

  /* After keys were set: bring what has several forms into one. Nullable. Errors and the next two
   * functions: as dl_scenario_check. */
  gboolean (*normalize) (DlScenario *scenario, const DlField **field, GError **error);
  gboolean (*check) (const DlScenario *scenario, const DlField **field, GError **error);
  void (*add_warnings) (const DlScenario *scenario, GStrvBuilder *warnings); /* nullable */

  /* Build the scenario's network (DlShape). Errors: DL_NETWORK_ERROR, for a scenario that @check
   * refuses. */
  gpointer (*build) (const DlScenario *scenario, GError **error);
  DlCost (*cost) (const DlScenario *scenario);
  /* Nodes of the network by their names. Errors: DL_NETWORK_ERROR_SYNTAX,
   * DL_NETWORK_ERROR_OUTSIDE. */
  DlSites (*sites) (gconstpointer shape);
  /* (both nullable: there are none) The jobs that traffic.placement states on its nodes, which are
   * in groups; and its nodes as a map of jobs shows them. Errors: those of dl_jobs_parse, and of
   * files of its machines. Unref with dl_jobs_unref, dl_site_grid_unref. */
  DlJobs *(*jobs) (const DlScenario *scenario, gconstpointer shape, GError **error);
  DlSiteGrid *(*site_grid) (gpointer shape);
  /* A place other than a group, of the kind that @text looks like, which is as
   * dl_family_parse_place tidies it; of @kind DL_PLACE_LINK a link, as files call it. Errors: as
   * above. */
  gboolean (*parse_place) (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                           GError **error);
  char *(*name) (gconstpointer shape, DlPlace place, DlNameStyle style); /* free with g_free */
  /* Have both the same places by the same numbers, broken or not? */
  gboolean (*same_places) (gconstpointer shape, gconstpointer other);
  /* The edits by which a key of the family's own gets a value, with what has to go along: faults
   * that the network has no more, an engine that does not know it. Nullable: the value alone.
   * @label gets what the step is called, translated, unless title and value say it. */
  GPtrArray *(*reshape) (const DlScenario *scenario, const DlField *field, const char *value,
                         char **label);

  /* A scenario in one line, for a library: what its network is, in the words of files and, with
   * @shown, in those of the user; and the key that says its rules best. @read_line is the way back:
   * where the line's part ends, or NULL if it is another family's; *@shown as above. */
  char *(*line) (const DlScenario *scenario, gboolean shown);
  const char *(*read_line) (const char *line, char **shown);
  const char *rules_key;
  const char *engine_key;             /* (nullable) by which routing engine, or mode, it routes */
  const char *cables_key, *nodes_key; /* lists of parts that are broken whole */
  const char *rates_key, *delays_key; /* (nullable) of single links by hand: dl-link-changes.h */
  const DlBreakable *breakables;      /* (n_breakables) the first n_lists have lists of their own */
  guint n_lists, n_breakables;

  /* The routes of its network, which analyses and plans can share. Errors: those of @build,
   * G_IO_ERROR_CANCELLED. */
  gpointer (*route) (const DlScenario *scenario, GCancellable *cancellable, GError **error);
  /* The one question, of packets of @scenario, whose @routes are; it borrows them. */
  DlNext (*next) (const DlScenario *scenario, gconstpointer routes);
  /* The analysis: everything on the routes of all pairs. @routes: nullable, of a scenario with the
   * same (dl_scenario_same_routes); @before: nullable, of any scenario of the family, from which
   * answers are taken over. Errors: those of dl_scenario_check, G_IO_ERROR_CANCELLED. */
  gpointer (*analyze) (const DlScenario *scenario, gpointer routes, gconstpointer before,
                       GCancellable *cancellable, GError **error);
  void (*find) (gconstpointer analysis, DlFindings *findings);
  const char *why_deadlock_free; /* nullable: beyond that there is no cycle; translatable */
  /* The route of the @which-th packet from one working node to another, with all that there is to
   * say of it. Where packets of a pair take different routes (@routes_vary), 0 is the scenario's
   * own. */
  DlExplained *(*explain) (const DlScenario *scenario, gpointer analysis, guint from, guint to,
                           guint which);
  gboolean routes_vary;
  /* Between two working nodes; FALSE where no packet would be sent. */
  gboolean (*follow) (gconstpointer analysis, guint from, guint to, DlPairRoute *route);
  /* Down to @tables_hint: nullable where the family does not have the page of it.
   * Who loads @link: its load in @analysis, which is @scenario's, by who sends and who gets it.
   * NULL if canceled. */
  DlLinkFlows *(*flows) (const DlScenario *scenario, gconstpointer analysis, guint link,
                         GCancellable *cancellable);
  /* A packet that end @source of @flows sends over the link, between two nodes, as explain has it;
   * where packets of a pair take different routes, one that passes the link if one is soon found.
   * FALSE if it sends none. */
  gboolean (*flow_route) (const DlScenario *scenario, gpointer analysis, const DlLinkFlows *flows,
                          guint source, guint *from, guint *to, guint *which);
  /* Effects of breaking each cable of the network, or each router where these can be asked for.
   * Errors: as analyze. */
  DlCritical *(*critical) (const DlScenario *scenario, DlCriticalOptions options,
                           GCancellable *cancellable, GError **error);
  gboolean critical_routers;
  /* Table of @router; of DL_NO_NODE a summary of those of all routers, or of as many as take about
   * half a second, without rows. NULL if canceled, or without such a summary. @tables_hint: text
   * where no router is chosen, translatable. */
  DlRouterTable *(*router_table) (const DlScenario *scenario, gconstpointer analysis, guint router,
                                  GCancellable *cancellable);
  const char *tables_hint;
  /* How many pairs of @scenario, which is @after's, take a different path than in @before. FALSE:
   * they cannot be compared, or canceled. Nullable. */
  gboolean (*count_rerouted) (const DlScenario *scenario, gconstpointer before, gconstpointer after,
                              guint64 *pairs, GCancellable *cancellable);
  /* Is the analysis of @scenario a bound over modes of routing, not the result of its own mode?
   * Nullable: never. */
  gboolean (*is_bound) (const DlScenario *scenario);
  const char *const *missing;    /* measures that its networks do not have, NULL at the end */
  const DlLinkClassDef *classes; /* (n_classes) of links */
  guint n_classes;
  /* Share of its bandwidth that @link is asked for at the offered @load; NAN where it does not
   * work. Nullable: bandwidths are not known, links are compared by packets. */
  double (*utilization) (gconstpointer analysis, guint link, double load);

  /* Traffic of a run with @seed in @shape, the network of @scenario: every model of a router asks
   * this. Clear @sent, which begins zeroed, also on errors. Errors: those of the demand and the
   * workload. */
  gboolean (*sends) (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                     GError **error);
  /* Complete @options, which already have the traffic and the fields of all families, for
   * input-queued routers: the graph, and how a packet is routed. @routes: @scenario's. Nullable: as
   * @next says. Errors: DL_SIM_ERROR. */
  gboolean (*queue) (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options,
                     GError **error);
  /* The channel of the dependency graph that a packet of a run's deadlock waits for; G_MAXUINT32:
   * not of this network. Nullable: no run finds one. */
  guint32 (*wait_channel) (gconstpointer analysis, const DlSimWait *wait);
  const DlFamilyCurve *curve;

  const DlFamilyPattern *patterns;       /* in the order of the drop-down, NULL at the end */
  const DlCountersKind *const *counters; /* files of its machines' counters, NULL at the end */
  const DlMachineFile *machine_files;    /* (n_machine_files) nullable: there are none */
  guint n_machine_files;
  const DlPreset *presets; /* (n_presets, which may be 0) */
  guint n_presets;
  const DlToy *toys; /* (n_toys, which may be 0) */
  guint n_toys;

  /* Names of what the window has of its networks, in the order of the menus, NULL at the end; and
   * nullable: what all families have. */
  const char *const *features[DL_N_FEATURES];
};

/* All families, the one of a new scenario first (core/families). */
const DlFamily *const *dl_families (guint *n_families);
/* Index of @family in dl_families. */
guint dl_family_index (const DlFamily *family);

/* A place by any name that files or people give it, in either case, with blanks and brackets or
 * without: "3,4,5:x+", "(3,4,5) X+", "group 5", a node's number. Errors: DL_NETWORK_ERROR_SYNTAX if
 * @text is not like the name of a place, DL_NETWORK_ERROR_OUTSIDE if the network does not have it.
 */
gboolean dl_family_parse_place (const DlFamily *family, const DlNet *net, const char *text,
                                DlPlace *place, GError **error);
/* A link by its name in files. Errors: as its family's parse_place has them. */
gboolean dl_family_parse_link (const DlFamily *family, const DlNet *net, const char *text,
                               guint *link, GError **error);
/* The group whose name is the number @text. Errors: DL_NETWORK_ERROR_OUTSIDE. */
gboolean dl_family_parse_group (const DlFamily *family, const DlNet *net, const char *text,
                                guint *group, GError **error);
/* Label of @place, translated, a group included: "Group 5". Free with g_free. */
char *dl_family_place_label (const DlFamily *family, const DlNet *net, DlPlace place);
/* The node in the middle, or the first after it that works; DL_NO_NODE if none does. */
guint dl_family_middle_node (const DlFamily *family, const DlNet *net);
/* Names that it reads, one for each kind of place that @net has, for a message that states the
 * expected form. Free with g_strfreev. */
GStrv dl_family_place_examples (const DlFamily *family, const DlNet *net);

/* A channel of its dependency graph, as files call it: "3,4,5:x+.1". Free with g_free. */
char *dl_family_channel_name (const DlFamily *family, const DlNet *net, guint32 channel);

/* Items of the list @key ("group.key") of its family. */
guint dl_family_count_faults (const DlScenario *scenario, const char *key);

guint dl_family_n_patterns (const DlFamily *family);
/* Both have the same network, faults and routing. */
gboolean dl_scenario_same_routes (const DlScenario *a, const DlScenario *b);

/* Are files of that kind of its machines? */
gboolean dl_family_reads_counters (const DlFamily *family, const DlCountersKind *kind);
gboolean dl_family_has_pattern (const DlFamily *family, const DlPattern *pattern);
/* Meaning of @pattern in networks of @family, untranslated. */
const char *dl_family_pattern_description (const DlFamily *family, const DlPattern *pattern);
/* The patterns of all families, each once. */
const DlPattern *const *dl_patterns (guint *n_patterns);
/* NULL if there is none of that name. */
const DlPattern *dl_pattern_find (const char *id);

G_END_DECLS
