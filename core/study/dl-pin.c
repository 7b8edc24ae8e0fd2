#include "dl-pin.h"

#include "dl-field.h"
#include "dl-sweep.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static void
pin_free (gpointer data)
{
  DlPin *pin = data;

  g_free (pin->label);
  dl_evaluation_unref (pin->result);
  dl_critical_unref (pin->critical);
  dl_link_use_clear (&pin->links);
  g_free (pin);
}

DlPin *
dl_pin_new (const char *label, DlEvaluation *result, const DlPinned *pinned)
{
  DlPin *pin = g_new0 (DlPin, 1);

  dl_shared_init (&pin->shared, pin_free);
  pin->label = g_strdup (label);
  pin->result = dl_evaluation_ref (result);
  dl_scalars_of_result (&pin->scalars, result);
  if (pinned == NULL)
    return pin;
  pin->follows = pinned->follows;
  if (pinned->critical != NULL)
    pin->critical = dl_critical_ref (pinned->critical);
  if (pinned->links != NULL)
    {
      pin->simulated = TRUE;
      pin->from = pinned->from;
      pin->to = pinned->to;
      pin->end = pinned->end;
      dl_link_use_copy (&pin->links, pinned->links);
    }
  if (pinned->scalars != NULL)
    pin->scalars = *pinned->scalars;
  return pin;
}

DlPin *
dl_pin_new_scenario (const char *label, const DlScenario *scenario, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cancellable, error);

  return result != NULL ? dl_pin_new (label, result, NULL) : NULL;
}

char *
dl_pin_title (const DlPin *pin)
{
  if (!pin->simulated)
    return g_strdup (pin->label);
  if (!pin->follows)
    /* Translators: the clock cycle of a simulation, and the state of its network */
    return g_strdup_printf (_ ("cycle %'lu, %s"), (gulong) pin->to, pin->label);
  if (pin->to < pin->end)
    /* Translators: the same, and the last cycle that there is */
    return g_strdup_printf (_ ("cycle %'lu of %'lu, %s"), (gulong) pin->to, (gulong) pin->end,
                            pin->label);
  return g_strdup_printf (_ ("cycle %'lu, its end, %s"), (gulong) pin->to, pin->label);
}

const char *
dl_pin_misfit (const DlEvaluation *a, const DlEvaluation *b)
{
  const DlFamily *family = a->scenario->family;

  if (b->scenario->family != family)
    return _ ("Networks of different kinds have no common links: only totals can be compared");
  if (family->same_places (dl_analyzed_shape (a->analysis_of_family),
                           dl_analyzed_shape (b->analysis_of_family)))
    return NULL;
  return _ ("Networks of different shapes have no common links: only totals can be compared");
}

/* Assignments that turn @a into @b; @name: the scenario's name included. */
static GStrv
find_changes (const DlScenario *a, const DlScenario *b, gboolean name)
{
  g_autoptr (GStrvBuilder) changes = g_strv_builder_new ();
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    {
      g_autofree char *was = dl_field_get (&fields[i], a);
      g_autofree char *is = dl_field_get (&fields[i], b);
      g_autofree char *change = NULL;

      if (strcmp (was, is) == 0 || (!name && strcmp (fields[i].key, "name") == 0))
        continue;
      change = g_strdup_printf ("%s.%s=%s", fields[i].group, fields[i].key, is);
      g_strv_builder_add (changes, change);
    }
  return g_strv_builder_end (changes);
}

GStrv
dl_pin_assignments (const DlScenario *a, const DlScenario *b)
{
  return find_changes (a, b, TRUE);
}

char *
dl_pin_changes (const DlScenario *a, const DlScenario *b)
{
  g_auto (GStrv) changes = find_changes (a, b, FALSE);

  return g_strjoinv (", ", changes);
}
