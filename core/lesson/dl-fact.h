/* What a lesson can know of a world, by name: measures (dl-measure.h), the keys of the scenario,
 * and functions of a link, a node, a pair of them. Conditions compare facts, texts mention them. */
#pragma once

#include "dl-world.h"

#include "dl-measure.h"

G_BEGIN_DECLS

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

/* What stands in the brackets behind a function's name. */
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

/* What is known of a fact in a world. */
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
  char *a, *b;              /* what the brackets hold: its places, not looked up yet; or NULL */
  char *link;               /* of a pair and a link; likewise */
  guint index;              /* of a dimension, a port, a class, a quarter */
};

const DlFactInfo *dl_fact_table (guint *n);
/* As it is written: "hops(A>B)". Free with g_free. */
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
/* For people, in their locale: "1,204", "31.2 %", "yes", "–" for what is not known. Free with
 * g_free. */
char *dl_fact_format (const DlFact *fact, const DlWorld *world);

G_END_DECLS
