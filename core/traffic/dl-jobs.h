/* Jobs: which nodes of a network each has, by rule or one by one. The pattern `jobs` lets every
 * node send to all others of its job. */
#pragma once

#include "dl-pattern.h"
#include "dl-shared.h"
#include "dl-sites.h"

G_BEGIN_DECLS

typedef enum
{
  DL_JOBS_ERROR_SYNTAX,  /* text that is not a job */
  DL_JOBS_ERROR_OUTSIDE, /* a node that is not in the network */
  DL_JOBS_ERROR_TWICE,   /* a node of two jobs, a name of two jobs */
  DL_JOBS_ERROR_COUNT    /* more nodes or groups than there are */
} DlJobsError;

#define DL_JOBS_ERROR (dl_jobs_error_quark ())
GQuark dl_jobs_error_quark (void);

typedef struct
{
  char *name;
  guint n_nodes; /* at least 1, broken ones included */
} DlJobEntry;

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlShared shared;
  guint n_jobs;
  DlJobEntry *jobs; /* (n_jobs) */
  guint n_nodes;    /* of the network */
  guint32 *job;     /* (n_nodes) DL_NO_SET: none */
} DlJobs;

/* Items set apart by blanks, ";" or line ends; each is
 *     JOB:NODES:GROUPS          so many nodes spread evenly over so many groups, the least used
 *                               groups first; free nodes in order of router
 *     JOB:NODES:random          drawn among the free ones with @seed
 *     JOB:NODES:linear          the next free ones in order
 *     JOB@FIRST-LAST,NODE,...   these nodes, as numbers, each free
 * Lines that begin with # say nothing. A job's name has none of the signs : @ , ; in it and does
 * not begin with #. A text of blanks is one job, "all", on every working node.
 *
 * Where nodes are called anything (free_names), a NODE is also a name as the sites parse it, with a
 * backslash before each blank, comma, semicolon and backslash of it, and before the first digit of
 * one that would be a number or a range. A job's name has no backslash there.
 *
 * Rules choose among the working nodes. Nodes that are named stay a job's when they break: they
 * send nothing then, and are there again when they are repaired.
 *
 * @file_name is for messages, FILE:LINE: first; NULL: none. Errors: DL_JOBS_ERROR. */
DlJobs *dl_jobs_parse (const DlSites *sites, const char *text, guint64 seed, const char *file_name,
                       GError **error);
/* Does @text place the ranks of a program instead, node by node or by rule (dl-placement.h)? */
gboolean dl_jobs_are_ranks (const DlSites *sites, const char *text);
/* Takes @names (char *, owned) and @job (@n_nodes, indices into them or DL_NO_SET); names without
 * nodes go. */
DlJobs *dl_jobs_new_take (GPtrArray *names, guint32 *job, guint n_nodes);
/* The same jobs, node by node, as items of the last kind, a line each; dl_jobs_parse reads it back.
 */
char *dl_jobs_to_text (const DlJobs *jobs);
/* @jobs with @nodes (n) given to @job (DL_NO_SET: to none; n_jobs: to a new one called @name, which
 * is a name and not taken); jobs left without nodes go. For placement painted by hand. */
DlJobs *dl_jobs_painted (const DlJobs *jobs, const guint32 *nodes, guint n, guint32 job,
                         const char *name);
/* @jobs without job @job: its nodes have no job. */
DlJobs *dl_jobs_without (const DlJobs *jobs, guint32 job);
/* The job of that name; DL_NO_SET if there is none. */
guint32 dl_jobs_find (const DlJobs *jobs, const char *name);
/* A name that none of @jobs has. */
char *dl_jobs_new_name (const DlJobs *jobs);
/* Groups that a job has nodes in: (n_jobs). Free with g_free. */
guint *dl_jobs_count_groups (const DlJobs *jobs, const DlSites *sites);
DL_SHARED (DlJobs, dl_jobs)

/* Every working node to all others of its job: the demand's sets are the jobs. */
DlDemand *dl_jobs_demand (const DlJobs *jobs, const DlSites *sites);

G_END_DECLS
