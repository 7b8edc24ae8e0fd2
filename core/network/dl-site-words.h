/* What the nodes of a network and their groups are called where jobs are placed on them: a row a
 * kind of network, for messages and for the window. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Strings are translatable. */
typedef struct
{
  /* So many, translated, of which @count is as people read it: "1,024 nodes". Free with g_free. */
  char *(*nodes) (const char *count, guint n);
  char *(*groups) (guint n);
  const guint *spreads; /* over how many groups a job may be spread that people add; 0 at the end */

  /* Messages of dl_jobs_parse, each with its arguments. */
  const char *syntax;        /* the item */
  const char *few_in_groups; /* (guint, guint, guint) nodes wanted, groups chosen, free there */
  const char *few_nodes;     /* (char *, gulong, guint) the job, nodes wanted, free */
  const char *few_groups;    /* (char *, gulong, guint) the job, groups wanted, there are */
  const char *many_groups;   /* (char *, gulong, gulong) the job, groups and nodes wanted */
  const char *taken;         /* (guint, char *, char *) number and name of a node, its job */
  const char *outside;       /* (gulong, guint) number of a node, the last one */

  /* Steps of the history. */
  const char *painted; /* (char *) the job */
  const char *erased;

  /* The window and the figure. */
  const char *heading;   /* over the map on paper */
  const char *map;       /* what the map is, for assistive technology */
  const char *traffic;   /* (char *) the title of a pattern that is not that of jobs */
  const char *paint;     /* how to paint */
  const char *rule;      /* tooltips of buttons: what a rule is, */
  const char *remove;    /* removing a job, */
  const char *clear;     /* and all of them */
  const char *number;    /* label with a mnemonic: of how many nodes */
  const char *one_group; /* descriptions of rules: all in one group, */
  const char *spread;    /* as many in each of some, */
  const char *random;    /* drawn, */
  const char *linear;    /* and the next free ones */
} DlSiteWords;

G_END_DECLS
