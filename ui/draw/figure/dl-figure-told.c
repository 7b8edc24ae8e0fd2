/* Texts of the panels of a page: their caption, and the name of each where they are of several
 * states. */
#include "dl-figure-panels-private.h"

#include "dl-scenario-file.h"
#include "dl-pin.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <string.h>

char *
dl_figure_panel_label (guint panel)
{
  return g_strdup_printf ("(%c)", 'a' + (gint) panel);
}

/* Panel texts ---------------------------------------------------------------------------------- */

/* A panel's caption as if it stood alone: its scenario's name first. */
static GStrv
describe (const DlFigurePanel *panel)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  g_auto (GStrv) own = NULL;
  g_auto (GStrv) notes = NULL;
  DlFigureInput input = panel->input;

  input.figure = panel->figure;
  own = dl_figure_caption (&input, input.n_policies < 2);
  notes = panel->figure->needs_simulation ? dl_figure_simulation_notes (&input) : NULL;
  g_strv_builder_addv (pieces, (const char **) own);
  if (notes != NULL)
    g_strv_builder_addv (pieces, (const char **) notes);
  return g_strv_builder_end (pieces);
}

void
dl_figure_told_clear (DlFigureTold *told)
{
  for (guint i = 0; i < told->n; i++)
    {
      g_free (told->own[i]);
      g_free (told->called[i]);
    }
  g_free (told->name);
  g_ptr_array_unref (told->common);
}

static gboolean
same_state (const DlFigureInput *a, const DlFigureInput *b)
{
  return a->scenario == b->scenario || dl_scenario_equal (a->scenario, b->scenario);
}

/* "Links of each link: Load", or the title of a figure that is called the same whatever it shows.
 */
static char *
name_of (const DlFigurePanel *panel)
{
  return panel->figure->name != NULL ? panel->figure->name (&panel->input)
                                     : g_strdup (_ (panel->figure->title));
}

static char *
shared_name (const DlFigureInput *page)
{
  g_autofree char *name = name_of (&page->panels[0]);

  for (guint i = 1; i < page->n_panels; i++)
    {
      g_autofree char *other = name_of (&page->panels[i]);

      if (strcmp (name, other) != 0)
        return NULL;
    }
  return g_steal_pointer (&name);
}

static gboolean
names_differ (const DlFigureInput *page)
{
  for (guint i = 0; i < page->n_panels; i++)
    for (guint j = 0; j < i; j++)
      if (strcmp (page->panels[i].input.scenario->name, page->panels[j].input.scenario->name) == 0)
        return FALSE;
  return TRUE;
}

/* Key by key, what captions do not tell: "Routing engine: up-down". */
static char *
name_fields (const DlFigureInput *page, guint panel)
{
  const DlScenario *first = page->panels[0].input.scenario;
  const DlScenario *own = page->panels[panel].input.scenario;
  g_autoptr (GPtrArray) told = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i < page->n_panels; i++)
    {
      const DlScenario *other = page->panels[i].input.scenario;
      g_auto (GStrv) changes
          = other->family == first->family ? dl_pin_assignments (first, other) : g_new0 (char *, 1);

      for (guint j = 0; changes[j] != NULL && own->family == first->family; j++)
        {
          const DlField *field;
          g_autofree char *said = NULL;

          *strchr (changes[j], '=') = '\0';
          field = dl_field_find_name (changes[j]);
          if (field == NULL || g_ptr_array_find (told, field, NULL)
              || strcmp (changes[j], "scenario.name") == 0)
            continue;
          g_ptr_array_add (told, (gpointer) field);
          said = dl_field_text (field, own, DL_FIGURE_MOST_VALUE);
          if (said != NULL)
            g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", said);
        }
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* With a capital, where the language has them. */
static char *
begin_line (const char *text)
{
  char first[7] = { 0 };

  g_unichar_to_utf8 (g_unichar_totitle (g_utf8_get_char (text)), first);
  return g_strconcat (first, g_utf8_next_char (text), NULL);
}

static void
call_states (DlFigureTold *told, const DlFigureInput *page)
{
  const gboolean by_name = names_differ (page);

  for (guint i = 0; i < told->n; i++)
    {
      g_autofree char *state = by_name ? g_strdup (page->panels[i].input.scenario->name)
                               : *told->own[i] != '\0' ? begin_line (told->own[i])
                                                       : name_fields (page, i);
      g_autofree char *name = told->name == NULL ? name_of (&page->panels[i]) : NULL;

      if (state != NULL)
        told->called[i]
            = name != NULL ? g_strdup_printf ("%s: %s", name, state) : g_steal_pointer (&state);
    }
}

/* Pieces that others have not; the names of scenarios are told apart by their panels' titles. */
static char *
join_own (const DlFigureTold *told, const char *const *pieces, gboolean nothing_broken)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; pieces[0] != NULL && pieces[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (told->common, pieces[i], g_str_equal, NULL))
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", pieces[i]);
  if (nothing_broken)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("nothing broken"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
find_common (DlFigureTold *told, GStrv *pieces)
{
  for (guint at = 0; pieces[0][at] != NULL; at++)
    {
      gboolean all = TRUE;

      for (guint i = 1; i < told->n; i++)
        all &= g_strv_contains ((const char *const *) pieces[i], pieces[0][at]);
      if (all)
        g_ptr_array_add (told->common, g_strdup (pieces[0][at]));
    }
}

/* Do all state the same network, except for faults, which come last? */
static gboolean
faults_differ (const DlFigureInput *page, GStrv *pieces, guint *most)
{
  guint least = G_MAXUINT, n_faulty = 0;
  gboolean alike = TRUE;

  *most = 0;
  for (guint i = 0; i < page->n_panels; i++)
    {
      const DlFigurePanel *panel = &page->panels[i];

      alike &= panel->figure == page->panels[0].figure
               && panel->input.metric == page->panels[0].input.metric
               && panel->input.scenario->family == page->panels[0].input.scenario->family;
      n_faulty += dl_figure_has_faults (panel->input.scenario);
      least = MIN (least, g_strv_length (pieces[i]));
      *most = MAX (*most, g_strv_length (pieces[i]));
    }
  return alike && least + 1 == *most && n_faulty > 0 && n_faulty < page->n_panels;
}

DlFigureTold
dl_figure_tell (const DlFigureInput *page)
{
  DlFigureTold told = { .n = page->n_panels, .common = g_ptr_array_new_with_free_func (g_free) };
  GStrv pieces[DL_FIGURE_MOST_PANELS] = { NULL };
  gboolean differ;
  guint most;

  for (guint i = 0; i < told.n; i++)
    {
      pieces[i] = describe (&page->panels[i]);
      told.several_states |= !same_state (&page->panels[0].input, &page->panels[i].input);
    }
  find_common (&told, pieces);
  differ = faults_differ (page, pieces, &most);
  for (guint i = 0; i < told.n; i++)
    told.own[i] = join_own (&told, (const char *const *) pieces[i],
                            differ && g_strv_length (pieces[i]) < most);
  if (told.several_states)
    {
      told.name = shared_name (page);
      call_states (&told, page);
    }
  for (guint i = 0; i < told.n; i++)
    g_strfreev (pieces[i]);
  return told;
}

GStrv
dl_figure_panel_titles (const DlFigureInput *page)
{
  g_auto (DlFigureTold) told = dl_figure_tell (page);
  GStrv titles = g_new0 (char *, told.n + 1);

  for (guint i = 0; i < told.n; i++)
    titles[i] = told.called[i] != NULL ? g_strdup (told.called[i]) : name_of (&page->panels[i]);
  return titles;
}

/* Caption -------------------------------------------------------------------------------------- */

/* Add what @pieces lack of @from. */
static void
add_new (GPtrArray *pieces, const char *const *from)
{
  for (guint i = 0; from[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (pieces, from[i], g_str_equal, NULL))
      g_ptr_array_add (pieces, g_strdup (from[i]));
}

/* Panel with the fullest texts: one that compares also says what B is. */
static guint
fullest (const DlFigureInput *input)
{
  for (guint i = 0; i < input->n_panels; i++)
    if (input->panels[i].input.against != NULL)
      return i;
  return 0;
}

static void
add_of_one_state (GPtrArray *pieces, const DlFigureInput *input)
{
  const guint first = fullest (input);

  for (guint i = 0; i <= input->n_panels; i++)
    {
      const DlFigurePanel *panel = &input->panels[i == 0 ? first : i - 1];
      g_auto (GStrv) own = describe (panel);
      const gboolean named = i > 0 && panel->input.against == NULL && input->against != NULL;

      /* "A: XT3" has named what others call "XT3". */
      add_new (pieces, (const char *const *) own + (named ? 1 : 0));
    }
}

/* Common pieces, and by its letter a panel's state if its title lacks it. */
static void
add_of_states (GPtrArray *pieces, const DlFigureInput *input, const DlFigureTold *told)
{
  for (guint i = 0; i < told->common->len; i++)
    g_ptr_array_add (pieces, g_strdup (g_ptr_array_index (told->common, i)));
  for (guint i = 0; i < told->n; i++)
    {
      const DlFigureStyle *style = &input->panels[i].input.style;
      const gboolean titled = style->title == NULL && !style->no_title && !input->style.no_title;
      g_autofree char *label = dl_figure_panel_label (i);

      if (*told->own[i] != '\0'
          && !(titled && told->called[i] != NULL
               && g_str_has_suffix (told->called[i], g_utf8_next_char (told->own[i]))))
        g_ptr_array_add (pieces, g_strdup_printf ("%s %s", label, told->own[i]));
    }
}

GStrv
dl_figure_panels_caption (const DlFigureInput *input)
{
  GPtrArray *pieces = g_ptr_array_new ();
  g_auto (DlFigureTold) told = dl_figure_tell (input);

  if (told.several_states)
    add_of_states (pieces, input, &told);
  else
    add_of_one_state (pieces, input);
  g_ptr_array_add (pieces, NULL);
  return (GStrv) g_ptr_array_free (pieces, FALSE);
}
