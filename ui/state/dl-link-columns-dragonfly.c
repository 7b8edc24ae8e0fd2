/* Columns of a dragonfly's links, and of the values that its maps show. */
#include "dl-link-columns.h"

#include <glib/gi18n-lib.h>

static const DlDragonflyAnalysis *
analysis_of (gconstpointer source)
{
  return dl_evaluation_dragonfly (((const DlLinkSource *) source)->result);
}

static double
get_class (gconstpointer source, guint link)
{
  return analysis_of (source)->dragonfly->link_class[link];
}

static char *
class_text (gconstpointer source, guint link)
{
  return g_strdup (dl_link_class_title (analysis_of (source)->dragonfly->link_class[link]));
}

static double
get_load (gconstpointer source, guint link)
{
  return dl_dragonfly_analysis_load (analysis_of (source), link);
}

/* Utilization, in percent, at the load at which the busiest link is full. */
static double
get_use (gconstpointer source, guint link)
{
  const DlDragonflyAnalysis *analysis = analysis_of (source);

  return 100 * dl_dragonfly_analysis_use (analysis, link, analysis->bound_load);
}

static double
get_vc (gconstpointer source, guint link, guint vc)
{
  return analysis_of (source)->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc];
}

static double
get_vc0 (gconstpointer source, guint link)
{
  return get_vc (source, link, 0);
}

static double
get_vc1 (gconstpointer source, guint link)
{
  return get_vc (source, link, 1);
}

static double
get_vc2 (gconstpointer source, guint link)
{
  return get_vc (source, link, 2);
}

static double
get_vc3 (gconstpointer source, guint link)
{
  return get_vc (source, link, 3);
}

#define NUMBER .type = DL_COLUMN_REAL, .digits = 1, .nat_chars = 12
#define SHOWN  1
static const DlTableColumn columns[] = {
  { NULL, N_ ("Link"), .value = dl_link_number, .text = dl_link_name, .name = TRUE,
    .min_chars = 18 },
  { .type = DL_COLUMN_REAL, .value = dl_link_shown, .text = dl_link_shown_text, .nat_chars = 14 },
  { NULL, N_ ("Class"), .value = get_class, .text = class_text, .nat_chars = 8 },
  { NULL, N_ ("State"), .value = dl_link_state, .text = dl_link_state_text, .nat_chars = 8 },
  { NULL, N_ ("Load, packets"), .value = get_load, NUMBER },
  { NULL, N_ ("Of the busiest, %"), .value = get_use, NUMBER },
  { NULL, N_ ("VC0"), .value = get_vc0, NUMBER },
  { NULL, N_ ("VC1"), .value = get_vc1, NUMBER },
  { NULL, N_ ("VC2"), .value = get_vc2, NUMBER },
  { NULL, N_ ("VC3"), .value = get_vc3, NUMBER },
};

const DlLinkColumns dl_link_columns_dragonfly
    = { columns, G_N_ELEMENTS (columns), SHOWN, FALSE, "group", dl_link_fill_shown };
