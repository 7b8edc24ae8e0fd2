#include "dl-lesson-place-title.h"

#include "dl-lesson-seek.h"
#include "dl-feature.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static gboolean
is_label (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_LABEL (widget);
}

static gboolean
is_group_title (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "dl-group-title");
}

/* A label as people read it, without what stands in brackets behind it: its key. */
static char *
plain_label (const char *text)
{
  g_autofree char *plain = NULL;
  char *bracket;

  if (!pango_parse_markup (text, -1, 0, NULL, &plain, NULL, NULL))
    plain = g_strdup (text);
  bracket = strstr (plain, " (");
  if (bracket != NULL)
    *bracket = '\0';
  return g_steal_pointer (&plain);
}

/* What a button is called: a label, else the beginning of its tooltip. */
static char *
name_button (GtkWidget *button)
{
  GtkWidget *label = dl_seek_first (button, is_label, NULL);
  const char *tip = gtk_widget_get_tooltip_text (button);

  if (label != NULL && *gtk_label_get_text (GTK_LABEL (label)) != '\0')
    return g_strdup (gtk_label_get_text (GTK_LABEL (label)));
  return plain_label (tip != NULL ? tip : "");
}

/* "Topology: Radix": the group that a control is in, and the label in its row. */
static char *
name_control (GtkWidget *control)
{
  GtkWidget *label = NULL, *group = NULL;
  const char *words;

  for (GtkWidget *row = control; row != NULL && group == NULL && !GTK_IS_WINDOW (row);
       row = gtk_widget_get_parent (row))
    {
      if (label == NULL && row != control && !GTK_IS_VIEWPORT (row))
        label = dl_seek_first (row, is_label, NULL);
      group = dl_seek_first (row, is_group_title, NULL);
    }
  if (label == NULL)
    return name_button (control);
  words = gtk_label_get_text (GTK_LABEL (label));
  if (group == NULL || group == label)
    return g_strdup (words);
  /* Translators: a group of the configuration, and the control in it: “Topology: Radix” */
  return g_strdup_printf (_ ("%s: %s"), gtk_label_get_text (GTK_LABEL (group)), words);
}

static char *
name_page (const char *id)
{
  const DlFeature *page = dl_feature_find (DL_FEATURE_PAGE, id);

  /* Translators: one of the pages on the right */
  return page != NULL ? g_strdup_printf (_ ("The page “%s”"), _ (page->title)) : g_strdup (id);
}

static char *
name_view (GtkWidget *window, const char *id)
{
  GtkWidget *button = dl_seek_view_button (window, id);
  g_autofree char *name = button != NULL ? name_button (button) : g_strdup (id);

  /* Translators: one of the views of the network in the middle */
  return g_strdup_printf (_ ("The view “%s”"), name);
}

/* In the menu, with everything below it. */
static char *
name_in_menu (GMenuModel *menu, const char *action)
{
  for (gint i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *label = NULL;
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name)
          && strcmp (name, action) == 0
          && g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        {
          g_auto (GStrv) parts = g_strsplit (label, "_", -1);

          return g_strjoinv ("", parts);
        }
      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) below = g_menu_link_iter_get_value (links);
          char *found = name_in_menu (below, action);

          if (found != NULL)
            return found;
        }
    }
  return NULL;
}

static char *
name_action (GtkWidget *window, const char *action)
{
  g_autofree char *full = g_strconcat ("win.", action, NULL);
  GtkWidget *button = dl_seek_action (window, action);
  g_autofree char *name = NULL;

  if (button == NULL || !dl_seek_is_main_menu (button, NULL))
    return button != NULL ? name_button (button) : g_strdup (action);
  name = name_in_menu (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), full);
  /* Translators: a line of the main menu */
  return g_strdup_printf (_ ("“%s” in the main menu"), name != NULL ? name : action);
}

/* Are the first @length bytes coordinates, "2,0,0", not a name or a number? */
static gboolean
is_coord (const char *text, gsize length)
{
  guint commas = 0;

  for (gsize i = 0; i < length; i++)
    if (text[i] == ',')
      commas++;
    else if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return commas == 2;
}

/* A link by the node it leaves and its direction: "2,0,0:x+". */
static char *
name_link (const char *text)
{
  const char *colon = strchr (text, ':');
  g_autofree char *from = NULL, *port = NULL;

  if (colon == NULL || !is_coord (text, colon - text))
    return g_strdup_printf (_ ("Link %s"), text);
  from = g_strndup (text, colon - text);
  port = g_ascii_strup (colon + 1, -1);
  /* Translators: a link of a torus, the node it leaves and its direction: “Link (2,0,0) X+”
   */
  return g_strdup_printf (_ ("Link (%s) %s"), from, port);
}

char *
dl_lesson_place_title (GtkWidget *window, const DlLessonPlace *place)
{
  GtkWidget *control;

  switch ((DlLessonPoint) place->kind)
    {
    case DL_LESSON_POINT_CONTROL:
      control = dl_seek_control (window, place->what);
      return control != NULL ? name_control (control) : g_strdup (place->what);
    case DL_LESSON_POINT_PAGE:
      return name_page (place->what);
    case DL_LESSON_POINT_VIEW:
      return name_view (window, place->what);
    case DL_LESSON_POINT_ACTION:
      return name_action (window, place->what);
    case DL_LESSON_POINT_GROUP:
      return g_strdup_printf (_ ("Group %s"), place->what);
    case DL_LESSON_POINT_LINK:
      return name_link (place->what);
    case DL_LESSON_POINT_NODE:
      return g_strdup_printf (is_coord (place->what, strlen (place->what)) ? _ ("Node (%s)")
                                                                           : _ ("Node %s"),
                              place->what);
    case DL_N_LESSON_POINTS:
      break;
    }
  g_return_val_if_reached (g_strdup (place->what));
}
