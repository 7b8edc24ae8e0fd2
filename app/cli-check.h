/* dateline-cli check: what is judged, for the families, which find examples. */
#pragma once

#include "dl-pair-counts.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

/* What is judged pair by pair. */
typedef enum
{
  CLI_REACHABILITY,
  CLI_DROPS,
  CLI_LEGALITY, /* noted only: whether routes can deadlock, their graph knows better */
  CLI_N_CHECKS
} CliCheck;

typedef struct
{
  const DlVerdict *deadlock;
  DlPairCounts all, pattern;
  guint64 failing[CLI_N_CHECKS];    /* of all pairs: they decide */
  guint64 of_pattern[CLI_N_CHECKS]; /* of the pattern's */
  char *example[CLI_N_CHECKS];      /* "0,0,0 to 2,2,2", or NULL */
} CliVerdict;

G_END_DECLS
