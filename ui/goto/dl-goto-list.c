#include "dl-goto-list.h"

#include "dl-family-rooms.h"
#include "dl-field.h"
#include "dl-figure-family.h"
#include "dl-help-window.h"
#include "dl-lesson-pointer.h"
#include "dl-lessons.h"
#include "dl-library-item.h"
#include "dl-manual.h"
#include "dl-names.h"
#include "dl-palette.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static gboolean
is_named_by_key (GtkWidget *widget, gconstpointer data)
{
  return strchr (gtk_widget_get_name (widget), '.') != NULL;
}

/* The keys that have a control in the panel: "router.age-rr-select" of ".../lines". */
static GHashTable *
find_controls (GtkStack *panels)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkWidget *panel = gtk_stack_get_visible_child (panels);

  if (panel != NULL)
    dl_seek_all (panel, is_named_by_key, NULL, found);
  for (guint i = 0; i < found->len; i++)
    {
      const char *name = gtk_widget_get_name (found->pdata[i]);

      g_hash_table_add (keys, g_strndup (name, strcspn (name, "/")));
    }
  return keys;
}

static gboolean
has_menu (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_MENU_BUTTON (widget)
         && gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)) != NULL;
}

/* Items of the menus at the top. */
static void
add_menus (GPtrArray *rows, DlShell *shell)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  GtkWidget *bar = gtk_window_get_titlebar (GTK_WINDOW (shell));

  if (bar != NULL)
    dl_seek_all (bar, has_menu, NULL, buttons);
  for (guint i = 0; i < buttons->len; i++)
    dl_goto_add_menu (rows, gtk_menu_button_get_menu_model (buttons->pdata[i]));
}

/* "win.show-table('')" and the like as rows have it. */
static char *
detailed (const char *action)
{
  g_autofree char *name = NULL;
  GVariant *target = NULL;
  char *again = NULL;

  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    again = dl_goto_action (name, target);
  g_clear_pointer (&target, g_variant_unref);
  return again;
}

/* Actions with a key but not in a menu: undo. Views and pages by their number stand above. */
static void
add_keys (GPtrArray *rows, DlShell *shell)
{
  g_autoptr (GPtrArray) keys = dl_help_keys_new (gtk_window_get_application (GTK_WINDOW (shell)));

  for (guint i = 0; i < keys->len; i++)
    {
      const DlHelpKey *key = keys->pdata[i];
      g_autofree char *action = key->action != NULL ? detailed (key->action) : NULL;

      if (action != NULL && !g_str_has_prefix (action, "win.nth-")
          && (g_str_has_prefix (action, "win.") || g_str_has_prefix (action, "app."))
          && !dl_goto_has_action (rows, action))
        dl_goto_add (rows, DL_GOTO_ACTION, key->title, key->group, g_steal_pointer (&action));
    }
}

/* The first one with the same effect. */
static void
add_letter (GHashTable *letters, GtkShortcut *shortcut, GtkNamedAction *action, GdkDisplay *display)
{
  g_autofree char *name = dl_goto_action (gtk_named_action_get_action_name (action),
                                          gtk_shortcut_get_arguments (shortcut));

  if (!g_hash_table_contains (letters, name))
    g_hash_table_insert (
        letters, g_steal_pointer (&name),
        gtk_shortcut_trigger_to_label (gtk_shortcut_get_trigger (shortcut), display));
}

/* Letters that are keys around @box, by what they do. */
static GHashTable *
find_letters (GtkWidget *box)
{
  GHashTable *letters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GdkDisplay *display = gtk_widget_get_display (box);

  for (GtkWidget *at = box; at != NULL; at = gtk_widget_get_parent (at))
    {
      g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (at);

      for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
        {
          g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
          const guint n = GTK_IS_SHORTCUT_CONTROLLER (controller)
                              ? g_list_model_get_n_items (G_LIST_MODEL (controller))
                              : 0;

          for (guint j = 0; j < n; j++)
            {
              g_autoptr (GtkShortcut) shortcut
                  = g_list_model_get_item (G_LIST_MODEL (controller), j);
              GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);

              if (GTK_IS_NAMED_ACTION (action))
                add_letter (letters, shortcut, GTK_NAMED_ACTION (action), display);
            }
        }
    }
  return letters;
}

/* NULL if it has none. */
static char *
keys_of (DlShell *shell, const char *action, GHashTable *letters)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (shell));
  g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, action);

  return keys[0] != NULL ? dl_help_key_name (keys[0])
                         : g_strdup (g_hash_table_lookup (letters, action));
}

static gboolean
is_possible (DlShell *shell, const char *action)
{
  g_autofree char *name = NULL;
  GVariant *target = NULL;
  GActionGroup *group;

  if (!g_action_parse_detailed_name (action, &name, &target, NULL))
    return FALSE;
  g_clear_pointer (&target, g_variant_unref);
  group = g_str_has_prefix (name, "app.")
              ? G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (shell)))
              : G_ACTION_GROUP (shell);
  return g_action_group_get_action_enabled (group, name + strlen ("win."));
}

void
dl_goto_collect (GPtrArray *rows, DlShell *shell, GtkStack *panels, GtkWidget *box)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_shell_get_session (shell));
  g_autoptr (GHashTable) controls = find_controls (panels);
  g_autoptr (GHashTable) letters = find_letters (box);

  dl_goto_add_features (rows, scenario->family);
  dl_goto_add_colors (rows, scenario->family);
  dl_goto_add_settings (rows, scenario, controls);
  dl_goto_add_presets (rows);
  add_menus (rows, shell);
  add_keys (rows, shell);
  for (guint i = 0; i < rows->len; i++)
    {
      DlGotoRow *row = rows->pdata[i];

      row->possible = is_possible (shell, row->action);
      row->keys = keys_of (shell, row->action, letters);
    }
}

const char *
dl_goto_kind_title (DlGotoKind kind)
{
  static const char *const titles[DL_N_GOTO_KINDS] = {
    [DL_GOTO_PLACE] = N_ ("Place"),   [DL_GOTO_PAGE] = N_ ("Page"),
    [DL_GOTO_VIEW] = N_ ("View"),     [DL_GOTO_COLOR] = N_ ("Color"),
    [DL_GOTO_ACTION] = N_ ("Action"), [DL_GOTO_SETTING] = N_ ("Setting"),
    [DL_GOTO_PRESET] = N_ ("Preset"), [DL_GOTO_SCENARIO] = N_ ("Scenario"),
    [DL_GOTO_LESSON] = N_ ("Lesson"), [DL_GOTO_HELP] = N_ ("Help"),
  };

  return _ (titles[kind]);
}

char *
dl_goto_action (const char *action, GVariant *target)
{
  g_autoptr (GVariant) taken = target != NULL ? g_variant_ref_sink (target) : NULL;

  return g_action_print_detailed_name (action, taken);
}

/* Rows ----------------------------------------------------------------------------------------- */

void
dl_goto_row_free (DlGotoRow *row)
{
  if (row == NULL)
    return;
  g_free (row->title);
  g_free (row->detail);
  g_free (row->action);
  g_free (row->keys);
  g_free (row->folded_title);
  g_free (row->folded_detail);
  g_free (row);
}

GPtrArray *
dl_goto_rows_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) dl_goto_row_free);
}

DlGotoRow *
dl_goto_row_new (DlGotoKind kind, const char *title, const char *detail, char *action)
{
  DlGotoRow *row = g_new0 (DlGotoRow, 1);

  row->kind = kind;
  row->title = g_strdup (title);
  row->detail = g_strdup (detail);
  row->action = action;
  row->possible = TRUE;
  row->folded_title = dl_match_fold (title);
  row->folded_detail = dl_match_fold (detail);
  return row;
}

DlGotoRow *
dl_goto_add (GPtrArray *rows, DlGotoKind kind, const char *title, const char *detail, char *action)
{
  DlGotoRow *row = dl_goto_row_new (kind, title, detail, action);

  g_ptr_array_add (rows, row);
  return row;
}

gboolean
dl_goto_has_action (const GPtrArray *rows, const char *action)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const DlGotoRow *) rows->pdata[i])->action, action))
      return TRUE;
  return FALSE;
}

/* Tables --------------------------------------------------------------------------------------- */

/* "_Planes" without the line below the letter to press. */
static char *
without_mnemonic (const char *label)
{
  g_auto (GStrv) parts = g_strsplit (label, "_", -1);

  return g_strjoinv ("", parts);
}

static void
add_features (GPtrArray *rows, const DlFamily *family, DlFeatureKind feature, DlGotoKind kind,
              const char *action)
{
  const DlMaker *shown;

  for (guint i = 0; (shown = dl_family_maker (family, feature, i)) != NULL; i++)
    {
      g_autofree char *title = without_mnemonic (_ (shown->title));

      dl_goto_add (rows, kind, title, _ (shown->description),
                   dl_goto_action (action, g_variant_new_string (shown->id)));
    }
}

void
dl_goto_add_features (GPtrArray *rows, const DlFamily *family)
{
  add_features (rows, family, DL_FEATURE_PAGE, DL_GOTO_PAGE, "win.evidence-page");
  add_features (rows, family, DL_FEATURE_VIEW, DL_GOTO_VIEW, "win.show-view");
}

void
dl_goto_add_colors (GPtrArray *rows, const DlFamily *family)
{
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (family, i)) != NULL; i++)
    dl_goto_add (rows, DL_GOTO_COLOR, dl_metric_title (metric), dl_metric_formula (metric),
                 dl_goto_action ("win.color", g_variant_new_string (metric->id)));
}

void
dl_goto_add_settings (GPtrArray *rows, const DlScenario *scenario, GHashTable *controls)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (dl_field_title (&fields[i]) != NULL && dl_field_suits (&fields[i], scenario)
        && g_hash_table_contains (controls, fields[i].name))
      dl_goto_add (rows, DL_GOTO_SETTING, dl_field_title (&fields[i]), fields[i].name,
                   dl_goto_action ("win.go-to-setting", g_variant_new_string (fields[i].name)));
}

void
dl_goto_add_presets (GPtrArray *rows)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    dl_goto_add (rows, DL_GOTO_PRESET, _ (presets[i].title), _ (presets[i].description),
                 dl_goto_action ("win.new-from", g_variant_new_string (presets[i].id)));
}

void
dl_goto_add_scenarios (GPtrArray *rows, GListModel *library)
{
  const guint n = g_list_model_get_n_items (library);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (library, i);

      dl_goto_add (
          rows, DL_GOTO_SCENARIO, dl_library_item_get_name (item),
          dl_library_item_get_summary (item),
          dl_goto_action ("win.open-stored", g_variant_new_int64 (dl_library_item_get_id (item))));
    }
}

/* Lessons -------------------------------------------------------------------------------------- */

static void
add_lessons (GPtrArray *rows)
{
  g_auto (GStrv) ids = dl_lessons_list ();

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], g_get_language_names (), NULL);

      if (lesson != NULL)
        dl_goto_add (rows, DL_GOTO_LESSON, lesson->title,
                     lesson->summary != NULL ? lesson->summary : "",
                     dl_goto_action ("win.lesson", g_variant_new_string (ids[i])));
    }
}

static void
add_topic (GPtrArray *rows, const DlManualPage *page)
{
  dl_goto_add (rows, DL_GOTO_HELP, page->title, "",
               dl_goto_action ("app.help", g_variant_new_string (page->id)));
  for (guint i = 0; i < page->blocks->len; i++)
    {
      const DlMarkdownBlock *block = dl_manual_page_block (page, i);

      if (block->kind != DL_MARKDOWN_HEADING || block->level == 1 || block->anchor == NULL)
        continue;
      g_autofree char *title = dl_markdown_block_text (block);
      g_autofree char *target = g_strdup_printf ("%s#%s", page->id, block->anchor);

      dl_goto_add (rows, DL_GOTO_HELP, title, page->title,
                   dl_goto_action ("app.help", g_variant_new_string (target)));
    }
}

void
dl_goto_add_texts (GPtrArray *rows)
{
  g_autoptr (DlManual) manual = dl_manual_new (g_get_language_names ());

  add_lessons (rows);
  for (guint i = 0; i < dl_manual_n_pages (manual); i++)
    add_topic (rows, dl_manual_page (manual, i));
}

/* Menus ---------------------------------------------------------------------------------------- */

static gboolean
is_of_window (const char *action)
{
  return g_str_has_prefix (action, "win.") || g_str_has_prefix (action, "app.");
}

static void
add_item (GPtrArray *rows, GMenuModel *menu, gint i, const char *label, const char *above)
{
  g_autofree char *name = NULL;
  g_autofree char *action = NULL;
  GVariant *target = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);

  if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name)
      && is_of_window (name))
    {
      action = dl_goto_action (name, target);
      if (!dl_goto_has_action (rows, action))
        dl_goto_add (rows, DL_GOTO_ACTION, label, above, g_steal_pointer (&action));
    }
  g_clear_pointer (&target, g_variant_unref);
}

/* @above: the headings that @menu is below. */
static void
add_menu (GPtrArray *rows, GMenuModel *menu, const char *above)
{
  for (gint i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);
      g_autofree char *written = NULL;
      g_autofree char *label = NULL;
      g_autofree char *below = NULL;

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &written))
        {
          label = without_mnemonic (written);
          add_item (rows, menu, i, label, above);
        }
      below = label == NULL    ? g_strdup (above)
              : *above == '\0' ? g_strdup (label)
                               : g_strdup_printf ("%s › %s", above, label);
      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) part = g_menu_link_iter_get_value (links);

          add_menu (rows, part, below);
        }
    }
}

void
dl_goto_add_menu (GPtrArray *rows, GMenuModel *menu)
{
  add_menu (rows, menu, "");
}

/* Expected input ------------------------------------------------------------------------------- */

char *
dl_goto_expected (const DlFamily *family, const DlNet *net)
{
  g_auto (GStrv) examples = net != NULL ? dl_family_place_examples (family, net) : NULL;
  g_autofree char *listed
      = examples != NULL && examples[0] != NULL ? g_strjoinv (", ", examples) : NULL;

  /* Translators: %s is a list of examples, “3,4,5, 3,4,5:x+, Group 5” */
  return listed != NULL
             ? g_strdup_printf (_ ("Type a place of this network (%s), or words of a page, view, "
                                   "action, setting, preset, scenario, lesson or help topic."),
                                listed)
             : g_strdup (_ ("Type words of a page, view, action, setting, preset, scenario, "
                            "lesson or help topic."));
}

/* Finding -------------------------------------------------------------------------------------- */

/* Ranks by which texts to read come later: they have words of everything else. */
#define TEXTS_BEHIND 2

typedef struct
{
  DlGotoRow *row;
  guint rank;
  guint order; /* in the tables */
} Found;

static gint
compare_found (gconstpointer a, gconstpointer b)
{
  const Found *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->row->possible != y->row->possible)
    return x->row->possible ? -1 : 1;
  if (x->row->kind != y->row->kind)
    return x->row->kind < y->row->kind ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

GPtrArray *
dl_goto_find (GPtrArray *const *rows, guint n, const char *text)
{
  g_autofree char *words = dl_match_fold (text);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  GPtrArray *best = g_ptr_array_new ();
  guint order = 0;

  for (guint i = 0; i < n && *words != '\0'; i++)
    for (guint j = 0; j < rows[i]->len; j++)
      {
        DlGotoRow *row = rows[i]->pdata[j];
        const DlMatch match = dl_match (words, row->folded_title, row->folded_detail);
        const Found one
            = { row, match + (row->kind >= DL_GOTO_LESSON ? TEXTS_BEHIND : 0), order++ };

        if (match != DL_NO_MATCH)
          g_array_append_val (found, one);
      }
  g_array_sort (found, compare_found);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (best, g_array_index (found, Found, i).row);
  return best;
}
