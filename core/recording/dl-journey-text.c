#include "dl-journey-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static void
story_free (gpointer data)
{
  DlJourneyStory *self = data;

  dl_journey_unref (self->journey);
  dl_shared_unref (self->shape);
  g_free (self);
}

DlJourneyStory *
dl_journey_story_new (const DlJourney *journey, const DlFamily *family, gpointer shape)
{
  DlJourneyStory *self = g_new0 (DlJourneyStory, 1);

  dl_shared_init (&self->shared, story_free);
  self->journey = dl_journey_ref (journey);
  self->family = family;
  self->shape = dl_shared_ref (shape);
  return self;
}

/* Steps -------------------------------------------------------------------------------------- */

static const char *
held_text (DlFlightHeld by)
{
  switch (by)
    {
    case DL_HELD_QUEUE:
      return _ ("Waits in its queue");
    case DL_HELD_ROOM:
      return _ ("Waits for room");
    case DL_HELD_VC:
      return _ ("Waits for a VC");
    case DL_HELD_CREDIT:
      return _ ("Waits for credits");
    case DL_HELD_SWITCH:
      return _ ("Waits for arbitration");
    case DL_HELD_ERROR:
      return _ ("Waits to be sent again");
    case DL_HELD_NOT:
    case DL_N_HELD:
      break;
    }
  g_assert_not_reached ();
}

const char *
dl_journey_step_text (const DlJourneyStep *step)
{
  switch (step->kind)
    {
    case DL_STEP_SOURCE:
      return _ ("Waits at its source");
    case DL_STEP_ROUTER:
      return _ ("In the router");
    case DL_STEP_WAIT:
      return held_text (step->by);
    case DL_STEP_CROSSBAR:
      return _ ("In the crossbar");
    case DL_STEP_LINK:
      return _ ("On a link");
    case DL_STEP_EJECTED:
      return _ ("Taken in");
    case DL_STEP_DELIVERED:
      return _ ("Delivered");
    case DL_STEP_LOST:
      return _ ("Lost");
    case DL_N_STEPS:
      break;
    }
  g_assert_not_reached ();
}

char *
dl_journey_packet_name (const DlFamily *family, gconstpointer shape, const DlFlight *packet)
{
  g_autofree char *source = family->name (shape, dl_place_node (packet->source), DL_NAME_PEOPLE);
  g_autofree char *dest = family->name (shape, dl_place_node (packet->dest), DL_NAME_PEOPLE);

  return g_strdup_printf ("%s → %s", source, dest);
}

char *
dl_journey_step_place (const DlJourneyStory *story, const DlJourneyStep *step)
{
  const gboolean on_link = step->kind == DL_STEP_LINK && step->out != DL_FLIGHT_NO_LINK;
  const DlPlace place = on_link ? dl_place_link (step->out) : dl_place_router (step->router);

  return story->family->name (story->shape, place, DL_NAME_PEOPLE);
}

char *
dl_journey_step_others (const DlJourneyStory *story, const DlJourneyStep *step)
{
  g_autofree char *first = NULL;

  if (step->n_others == 0)
    return g_strdup ("");
  first = dl_journey_packet_name (
      story->family, story->shape,
      &g_array_index (story->journey->others, DlJourneyOther, step->first_other).packet);
  if (step->n_others == 1)
    return g_steal_pointer (&first);
  return g_strdup_printf (
      /* Translators: a packet, “(0,0,1) → (3,4,5)”, and how many others */
      g_dngettext (GETTEXT_PACKAGE, "%s, and %'u more", "%s, and %'u more", step->n_others - 1),
      first, step->n_others - 1);
}

char *
dl_journey_step_sentence (const DlJourneyStory *story, const DlJourneyStep *step)
{
  g_autofree char *place = dl_journey_step_place (story, step);
  const char *text = dl_journey_step_text (step);

  if (step->to <= step->from + 1)
    /* Translators: a clock cycle, a router or link, and what a packet does there */
    return g_strdup_printf (_ ("Cycle %'lu, %s: %s"), (gulong) step->from, place, text);
  /* Translators: the first and the last clock cycle, a router or link, and what a packet does
   * there */
  return g_strdup_printf (_ ("Cycles %'lu to %'lu, %s: %s"), (gulong) step->from,
                          (gulong) step->to - 1, place, text);
}

/* All of it ---------------------------------------------------------------------------------- */

static char *
end_text (const DlJourney *journey)
{
  const gulong injected = journey->packet.injected, until = journey->until;
  const gulong cycles = until - injected;
  const DlJourneyStep *last
      = &g_array_index (journey->steps, DlJourneyStep, journey->steps->len - 1);

  if (!journey->left)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE,
                     "Injected in cycle %'lu, and under way in cycle %'lu, after %'lu cycle.",
                     "Injected in cycle %'lu, and under way in cycle %'lu, after %'lu cycles.",
                     cycles),
        injected, until, cycles);
  if (last->kind == DL_STEP_LOST)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE,
                     "Injected in cycle %'lu, lost in cycle %'lu, after %'lu cycle.",
                     "Injected in cycle %'lu, lost in cycle %'lu, after %'lu cycles.", cycles),
        injected, until, cycles);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "Injected in cycle %'lu, delivered in cycle %'lu, after %'lu cycle.",
                   "Injected in cycle %'lu, delivered in cycle %'lu, after %'lu cycles.", cycles),
      injected, until, cycles);
}

/* Cycles that it waited in routers, by what held it. */
static guint64
count_waits (const DlJourney *journey, guint64 cycles[DL_N_HELD])
{
  guint64 all = 0;

  for (guint i = 0; i < journey->steps->len; i++)
    {
      const DlJourneyStep *step = &g_array_index (journey->steps, DlJourneyStep, i);

      if (step->kind != DL_STEP_WAIT)
        continue;
      cycles[step->by] += step->to - step->from;
      all += step->to - step->from;
    }
  return all;
}

char *
dl_journey_summary (const DlJourneyStory *story)
{
  guint64 cycles[DL_N_HELD] = { 0 };
  const guint64 all = count_waits (story->journey, cycles);
  g_autofree char *end = end_text (story->journey);
  guint most = 0;

  if (all == 0)
    return g_strdup_printf (_ ("%s It waited in no router."), end);
  for (guint by = 0; by < DL_N_HELD; by++)
    if (cycles[by] > cycles[most])
      most = by;
  return g_strdup_printf (
      /* Translators: what comes first, cycles in all, cycles of the longest kind of wait, and what
       * that is, as “Waits for credits” */
      g_dngettext (GETTEXT_PACKAGE, "%s It waited for %'lu cycle in routers. %s: %'lu.",
                   "%s It waited for %'lu cycles in routers. %s: %'lu.", (gulong) all),
      end, (gulong) all,
      dl_journey_step_text (&(DlJourneyStep) { .kind = DL_STEP_WAIT, .by = most }),
      (gulong) cycles[most]);
}

/* Columns ------------------------------------------------------------------------------------ */

static const DlJourneyStep *
step_of (gconstpointer source, guint row)
{
  return &g_array_index (((const DlJourneyStory *) source)->journey->steps, DlJourneyStep, row);
}

static double
get_cycle (gconstpointer source, guint row)
{
  return step_of (source, row)->from;
}

static double
get_cycles (gconstpointer source, guint row)
{
  return step_of (source, row)->to - step_of (source, row)->from;
}

static char *
get_text (gconstpointer source, guint row)
{
  return g_strdup (dl_journey_step_text (step_of (source, row)));
}

static char *
get_place (gconstpointer source, guint row)
{
  return dl_journey_step_place (source, step_of (source, row));
}

static char *
get_others (gconstpointer source, guint row)
{
  return dl_journey_step_others (source, step_of (source, row));
}

const DlTableColumn dl_journey_columns[DL_JOURNEY_COLUMNS] = {
  { NULL, N_ ("Cycle"), DL_COLUMN_REAL, .value = get_cycle, .min_chars = 6 },
  /* Translators: what a packet does */
  { NULL, N_ ("Step"), .text = get_text, .min_chars = 18, .nat_chars = 26 },
  { NULL, N_ ("Where"), .text = get_place, .min_chars = 8, .nat_chars = 18 },
  /* Translators: how many clock cycles it takes */
  { NULL, N_ ("Takes"), DL_COLUMN_REAL, .value = get_cycles, .min_chars = 5 },
  /* Translators: the packets that were granted what this one waits for */
  { NULL, N_ ("Instead"), .text = get_others, .min_chars = 12, .nat_chars = 30 },
};

/* Choices ------------------------------------------------------------------------------------- */

/* The choice of candidate number @row of all; @row becomes its number there. */
static const DlSimChoice *
choice_of (gconstpointer source, guint *row)
{
  const DlSimChoiceList *list = &((const DlJourneyStory *) source)->journey->choices;
  guint i = 0;

  while (*row >= dl_sim_choice_at (list, i)->n)
    *row -= dl_sim_choice_at (list, i++)->n;
  return dl_sim_choice_at (list, i);
}

static const DlSimCandidate *
candidate_of (gconstpointer source, guint row)
{
  const DlSimChoice *choice = choice_of (source, &row);

  return dl_sim_choice_candidates (&((const DlJourneyStory *) source)->journey->choices, choice)
         + row;
}

char *
dl_choice_summary (const DlJourneyStory *story)
{
  const DlSimChoiceList *list = &story->journey->choices;
  const guint n = list->choices->len;
  guint regretted = 0;

  for (guint i = 0; i < n; i++)
    regretted += dl_sim_choice_at (list, i)->later != dl_sim_choice_at (list, i)->taken;
  return g_strdup_printf (
      /* Translators: choices of a packet, how many of them, and so many cycles */
      g_dngettext (GETTEXT_PACKAGE, "%u choice by queues; %u would be different %u cycles later.",
                   "%u choices by queues; %u would be different %u cycles later.", n),
      n, regretted, DL_SIM_JUDGED_AFTER);
}

static double
get_choice_cycle (gconstpointer source, guint row)
{
  return choice_of (source, &row)->cycle;
}

static char *
get_output (gconstpointer source, guint row)
{
  const DlJourneyStory *story = source;

  return story->family->name (story->shape, dl_place_link (candidate_of (source, row)->link),
                              DL_NAME_PEOPLE);
}

static char *
get_verdict (gconstpointer source, guint row)
{
  const DlSimChoice *choice = choice_of (source, &row);

  if (row == choice->taken)
    return g_strdup (_ ("Taken"));
  /* Translators: an output that the packet did not take, but had better taken */
  return g_strdup (row == choice->later ? _ ("Better") : "");
}

static double
get_queue (gconstpointer source, guint row)
{
  return candidate_of (source, row)->queue;
}

static double
get_later (gconstpointer source, guint row)
{
  const DlSimCandidate *candidate = candidate_of (source, row);

  return choice_of (source, &row)->judged ? candidate->later : NAN;
}

static double
get_value (gconstpointer source, guint row)
{
  const DlSimCandidate *candidate = candidate_of (source, row);

  return dl_sim_candidate_value (candidate, candidate->queue);
}

static char *
get_route (gconstpointer source, guint row)
{
  return g_strdup (candidate_of (source, row)->nonminimal ? _ ("Non-minimal") : _ ("Minimal"));
}

static char *
get_router (gconstpointer source, guint row)
{
  const DlJourneyStory *story = source;

  return story->family->name (story->shape, dl_place_router (choice_of (source, &row)->router),
                              DL_NAME_PEOPLE);
}

const DlTableColumn dl_choice_columns[DL_CHOICE_COLUMNS] = {
  /* Translators: a link by which a router may send a packet on */
  { NULL, N_ ("Output"), .text = get_output, .min_chars = 12, .nat_chars = 14 },
  { NULL, N_ ("Queue"), DL_COLUMN_REAL, .value = get_queue, .min_chars = 4 },
  /* Translators: the queue, some cycles later */
  { NULL, N_ ("Later"), DL_COLUMN_REAL, .value = get_later, .min_chars = 4 },
  /* Translators: whether a packet took it */
  { NULL, N_ ("Choice"), .text = get_verdict, .min_chars = 6 },
  { NULL, N_ ("Cycle"), DL_COLUMN_REAL, .value = get_choice_cycle, .min_chars = 6 },
  { NULL, N_ ("Counts as"), DL_COLUMN_REAL, .value = get_value, .min_chars = 8 },
  { NULL, N_ ("Route"), .text = get_route, .min_chars = 10 },
  { NULL, N_ ("Router"), .text = get_router, .min_chars = 6, .nat_chars = 14 },
};
