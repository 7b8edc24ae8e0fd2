/* The pages on the right: which one is shown, its keys and menu, and how wide it is. */
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

/* What a key moves the divider by, in pixels. */
#define STEP 48

/* Which one ------------------------------------------------------------------------------------ */

void
dl_window_follow_page (DlWindow *self)
{
  const char *shown = dl_evidence_pages_get_shown (self->evidence);
  const gboolean is_table = dl_feature_find (DL_FEATURE_PAGE, shown)->is_table;

  dl_shell_show_state (DL_SHELL (self), "evidence-page", g_variant_new_string (shown));
  if (!is_table)
    dl_shell_change_state (DL_SHELL (self), "expand-page", g_variant_new_boolean (FALSE));
  dl_shell_set_enabled (DL_SHELL (self), "expand-page", is_table);
}

static void
change_page (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_evidence_pages_show (self->evidence, g_variant_get_string (state, NULL));
  dl_window_follow_page (self);
  dl_shell_change_state (DL_SHELL (self), "show-page", g_variant_new_boolean (TRUE));
  if (dl_window_get_memory (self) != NULL)
    g_settings_set_string (self->settings, "evidence-page",
                           dl_evidence_pages_get_shown (self->evidence));
}

static void
nth_page (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlFeature *page
      = dl_family_feature (self->family, DL_FEATURE_PAGE, g_variant_get_int32 (parameter));

  if (page != NULL)
    dl_shell_show_page (DL_SHELL (self), page->id);
}

/* Ten keys there are: 1 to 9, and 0 for the tenth. */
static void
add_page_keys (DlWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.nth-page(%u)", i);
      g_autofree char *key = g_strdup_printf ("<Alt>%u", (i + 1) % 10);
      const char *const keys[] = { key, NULL };

      gtk_application_set_accels_for_action (application, action, keys);
    }
}

void
dl_window_fill_page_menu (DlWindow *self)
{
  const DlFeature *page;

  g_menu_remove_all (self->page_menu);
  for (guint group = 0; group < DL_N_PAGE_GROUPS; group++)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      for (guint i = 0; (page = dl_family_feature (self->family, DL_FEATURE_PAGE, i)) != NULL; i++)
        if (page->group == group)
          {
            g_autofree char *action = g_strdup_printf ("win.evidence-page::%s", page->id);

            g_menu_append (section, _ (page->title), action);
          }
      if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
        g_menu_append_section (self->page_menu, _ (dl_page_group_title (group)),
                               G_MENU_MODEL (section));
    }
}

/* How wide ------------------------------------------------------------------------------------- */

static gboolean
has_divider (DlWindow *self)
{
  return gtk_widget_get_visible (self->centre)
         && gtk_widget_get_visible (GTK_WIDGET (self->evidence));
}

static int
page_width (DlWindow *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self->evidence));
}

/* The paned keeps the page as wide as it can be, and as wide as it must be. */
static void
set_page_width (DlWindow *self, int width)
{
  gtk_paned_set_position (self->split,
                          gtk_paned_get_position (self->split) + page_width (self) - width);
}

static gboolean
follow_width (gpointer user_data)
{
  DlWindow *self = user_data;
  const int width = g_settings_get_int (self->settings, "page-width");

  self->split_idle = 0;
  if (has_divider (self) && width > 0 && page_width (self) != width)
    set_page_width (self, width);
  return G_SOURCE_REMOVE;
}

/* Where the user leaves it; where the window has other sizes it is where it was left. */
static void
on_divider (DlWindow *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->split));
  const int handle = width - gtk_widget_get_width (self->centre) - page_width (self);

  if (self->settings == NULL || !has_divider (self))
    return;
  if (width != self->split_width)
    {
      self->split_width = width;
      if (self->split_idle == 0)
        self->split_idle = g_idle_add (follow_width, self);
    }
  else if (self->split_idle == 0)
    g_settings_set_int (self->settings, "page-width",
                        MAX (0, width - handle - gtk_paned_get_position (self->split)));
}

void
dl_window_restore_divider (DlWindow *self)
{
  g_signal_connect_object (self->split, "notify::position", G_CALLBACK (on_divider), self,
                           G_CONNECT_SWAPPED);
}

static void
resize_page (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (has_divider (self))
    set_page_width (self, page_width (self) + STEP * g_variant_get_int32 (parameter));
}

/* Before @widget is hidden: has it the keyboard? */
static gboolean
has_focus (DlWindow *self, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

/* A page of a table takes the map's place. */
static void
change_expanded (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean expand = g_variant_get_boolean (state);
  const gboolean focused = expand && has_focus (self, self->centre);

  g_simple_action_set_state (action, state);
  if (expand)
    dl_shell_change_state (DL_SHELL (self), "show-page", g_variant_new_boolean (TRUE));
  gtk_widget_set_visible (self->centre, !expand);
  if (focused)
    gtk_widget_child_focus (GTK_WIDGET (self->evidence), GTK_DIR_TAB_FORWARD);
  dl_shell_set_enabled (DL_SHELL (self), "resize-page", !expand);
}

/* A map, or the table of links, takes the page's place. */
static void
change_shown (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean show = g_variant_get_boolean (state);
  const gboolean focused = !show && has_focus (self, GTK_WIDGET (self->evidence));

  g_simple_action_set_state (action, state);
  if (!show)
    dl_shell_change_state (DL_SHELL (self), "expand-page", g_variant_new_boolean (FALSE));
  gtk_widget_set_visible (GTK_WIDGET (self->evidence), show);
  if (focused)
    dl_shell_focus_view (DL_SHELL (self));
  if (dl_window_get_memory (self) != NULL)
    g_settings_set_boolean (self->settings, "show-page", show);
}

void
dl_window_add_page_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "evidence-page",
      .parameter_type = "s",
      .state = "'evidence'",
      .change_state = change_page },
    { .name = "nth-page", .activate = nth_page, .parameter_type = "i" },
    { .name = "expand-page", .state = "false", .change_state = change_expanded },
    { .name = "show-page", .state = "true", .change_state = change_shown },
    { .name = "resize-page", .activate = resize_page, .parameter_type = "i" },
  };

  dl_shell_add_actions (DL_SHELL (self), entries, G_N_ELEMENTS (entries));
  add_page_keys (self);
  dl_window_follow_page (self);
}
