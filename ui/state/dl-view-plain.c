/* Words of the window for networks whose family has no row of its own: the same words for all, from
 * the family's interface. */
#include "dl-view-plain.h"

#include "dl-figure-family.h"
#include "dl-palette.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Places --------------------------------------------------------------------------------------- */

static void
tell_link (DlView *self, const DlEvaluation *result, guint link, DlPlaceText *text)
{
  const DlNet *net = &result->net;
  const DlMetric *metric = dl_view_get_metric (self);
  const double *vc = result->findings.vc_load + (gsize) link * net->n_vcs;
  char *both = dl_beside_describe (dl_view_get_beside (self), link);
  DlMetricInput input;

  dl_place_text_init (
      text, result->scenario->family->name (net->shape, dl_place_link (link), DL_NAME_PEOPLE));
  if (net->graph->link_state[link] != DL_LINK_UP)
    dl_place_text_add (text, "%s", _ ("broken"));
  else if (dl_beside_get_input (dl_view_get_beside (self), DL_SHOW_A, &input))
    dl_place_text_set_value (text, metric,
                             dl_metric_is_known (metric, &input)
                                 ? dl_shown_get_values_of_a (dl_view_get_shown (self))[link]
                                 : DL_VALUE_UNKNOWN);
  for (guint i = 0; net->graph->link_state[link] == DL_LINK_UP && i < net->n_vcs; i++)
    dl_place_text_add (text, _ ("VC%u %'.0f"), i, vc[i]);
  if (both != NULL)
    dl_place_text_set_words (text, metric, both);
}

static void
tell (DlView *self, DlPlace place, DlPlaceText *text)
{
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self));
  const DlFamily *family = result->scenario->family;
  const DlPlace at = dl_shape_router_at (result->net.shape, place);
  const guint router = dl_place_number (at, DL_PLACE_ROUTER);
  g_autofree char *name = NULL;
  guint up = 0, n = 0;

  if (place.kind == DL_PLACE_LINK)
    {
      tell_link (self, result, place.a, text);
      return;
    }
  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (result->net.graph->link_state[link] != DL_LINK_ABSENT
        && result->net.graph->link_from[link] == router)
      {
        n++;
        up += result->net.graph->link_state[link] == DL_LINK_UP;
      }
  name = family->name (result->net.shape, place, DL_NAME_PEOPLE);
  dl_place_text_init (text, g_strdup_printf (_ ("Router %s"), name));
  if (router != DL_NO_LINK && !result->net.graph->router_up[router])
    dl_place_text_add (text, "%s", _ ("broken"));
  dl_place_text_add (text, _ ("%u of %u links work"), up, n);
}

/* Links ---------------------------------------------------------------------------------------- */

static DlMetricInput
input_of (gconstpointer source)
{
  const DlEvaluation *result = ((const DlLinkSource *) source)->result;

  return (DlMetricInput) { .net = result->net, .vc_load = result->findings.vc_load };
}

static double
get_load (gconstpointer source, guint link)
{
  const DlMetricInput input = input_of (source);

  return dl_link_packets (&input, link, NULL);
}

/* Share, in percent, of the virtual channel with most of the link's packets. */
static double
get_share (gconstpointer source, guint link)
{
  const DlMetricInput input = input_of (source);
  double most;
  const double packets = dl_link_packets (&input, link, &most);

  return packets > 0 ? 100 * most / packets : NAN;
}

#define NUMBER .type = DL_COLUMN_REAL, .digits = 1, .nat_chars = 12
#define SHOWN  1
static const DlTableColumn columns[] = {
  { NULL, N_ ("Link"), .value = dl_link_number, .text = dl_link_name, .name = TRUE,
    .min_chars = 18 },
  { .type = DL_COLUMN_REAL, .value = dl_link_shown, .text = dl_link_shown_text, .nat_chars = 14 },
  { NULL, N_ ("State"), .value = dl_link_state, .text = dl_link_state_text, .nat_chars = 8 },
  { NULL, N_ ("Load, packets"), .value = get_load, NUMBER },
  { NULL, N_ ("On one VC (%)"), .value = get_share, NUMBER },
};

static const DlLinkColumns link_columns
    = { columns, G_N_ELEMENTS (columns), SHOWN, FALSE, "matrix", dl_link_fill_shown };
const DlLinkColumns dl_link_columns_levels
    = { columns, G_N_ELEMENTS (columns), SHOWN, FALSE, "levels", dl_link_fill_shown };

/* Deadlock ------------------------------------------------------------------------------------- */

void
dl_view_describe_wait (const DlEvaluation *result, guint i, DlStepText *text)
{
  const DlFamily *family = result->scenario->family;
  const DlVerdict *verdict = result->findings.verdict;
  const DlNet *net = &result->net;
  g_autofree char *names[2] = { NULL, NULL };
  char *places[2];

  for (guint j = 0; j < 2; j++)
    {
      const guint channel = verdict->cycle[(i + j) % verdict->n_cycle];
      const guint link = channel / net->n_vcs;
      g_autofree char *name = family->name (net->shape, dl_place_link (link), DL_NAME_PEOPLE);

      /* Translators: the way a packet leaves a router by, its virtual channel */
      names[j] = g_strdup_printf (_ ("%s, VC%u"), name, channel % net->n_vcs);
      places[j] = family->name (net->shape, dl_place_router (net->graph->link_from[link]),
                                DL_NAME_PEOPLE);
    }
  text->title = g_steal_pointer (&names[0]);
  text->place = places[0];
  /* Translators: a channel and the node it leaves */
  text->detail = g_strdup_printf (_ ("waits for %s of %s"), names[1], places[1]);
  g_free (names[1]);
  g_free (places[1]);
}

void
dl_view_name_wait (const DlEvaluation *result, const DlSimWait *wait, DlStepText *text)
{
  const DlFamily *family = result->scenario->family;
  const DlNet *net = &result->net;
  const guint32 channel = family->wait_channel != NULL
                              ? family->wait_channel (result->analysis_of_family, wait)
                              : G_MAXUINT32;
  g_autofree char *name
      = channel != G_MAXUINT32
            ? family->name (net->shape, dl_place_link (channel / net->n_vcs), DL_NAME_PEOPLE)
            : NULL;

  if (name != NULL)
    text->title = g_strdup_printf (_ ("%s, VC%u"), name, wait->vc);
  else
    /* Translators: an output of a router, by its number, and a virtual channel */
    text->title = g_strdup_printf (_ ("output %u, VC%u"), wait->port, wait->vc);
  text->place = family->name (net->shape, dl_place_router (wait->node), DL_NAME_PEOPLE);
}

/* @counters are of no kind that it reads. */
const DlViewFamily dl_view_plain = {
  .tell = tell,
  .links = &link_columns,
  .describe_wait = dl_view_describe_wait,
  .name_wait = dl_view_name_wait,
};
