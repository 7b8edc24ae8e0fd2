#include "dl-accessible.h"

#include "dl-side-window.h"

#include <glib/gi18n-lib.h>

#include <string.h>

void
dl_accessible_explain (gpointer widget, const char *name, const char *tooltip)
{
  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_tooltip_text (widget, tooltip);
}

/* @part is taken. */
static void
append (GString *text, guint n, char *part)
{
  /* Translators: between the parts of a list: “2 sweeps, 57 runs” */
  if (n > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? _ (", ") : "", part);
  g_free (part);
}

char *
dl_duration_text (double seconds)
{
  if (seconds < 1)
    return g_strdup (_ ("about a second"));
  if (seconds < 90)
    return g_strdup_printf (_ ("about %.0f s"), seconds);
  if (seconds < 90 * 60)
    return g_strdup_printf (_ ("about %.0f min"), seconds / 60);
  return g_strdup_printf (_ ("about %.0f h"), seconds / 3600);
}

char *
dl_count_text (guint n_scenarios, guint n_sweeps, guint n_runs)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append (
      text, n_scenarios,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u scenario", "%'u scenarios", n_scenarios),
                       n_scenarios));
  append (text, n_sweeps,
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u sweep", "%'u sweeps", n_sweeps),
                           n_sweeps));
  append (text, n_runs,
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u run", "%'u runs", n_runs), n_runs));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* The first text in @widget that can be seen; NULL: there is none. */
static const char *
shown_text (GtkWidget *widget)
{
  const char *text = NULL;

  if (!gtk_widget_get_child_visible (widget))
    return NULL;
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && text == NULL;
       child = gtk_widget_get_next_sibling (child))
    text = shown_text (child);
  return text;
}

/* Drop-downs ----------------------------------------------------------------------------------- */

static void
describe_choice (gpointer down)
{
  GtkWidget *button = gtk_widget_get_first_child (down);
  const char *text = button != NULL ? shown_text (button) : NULL;

  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  g_object_unref (down);
}

/* Widgets that show the choice follow later. */
static void
on_choice (GtkWidget *down)
{
  g_idle_add_once (describe_choice, g_object_ref (down));
}

static gboolean
is_labelled_by (GtkWidget *widget, GtkWidget *label)
{
  g_autofree char *differs = gtk_test_accessible_check_relation (
      GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL);

  return differs == NULL;
}

/* The label inside @root, not too deep, that names @widget; NULL: none does. */
static GtkWidget *
find_label (GtkWidget *root, GtkWidget *widget, guint depth)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = GTK_IS_LABEL (child) && is_labelled_by (widget, child) ? child
                         : depth > 0 ? find_label (child, widget, depth - 1)
                                     : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Widget that names a drop-down: itself, or a label near it; names are looked up one step far. */
static GtkWidget *
namer_of (GtkWidget *down)
{
  GtkWidget *found = NULL, *above = gtk_widget_get_parent (down);

  if (!gtk_test_accessible_has_relation (GTK_ACCESSIBLE (down),
                                         GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return down;
  for (guint i = 0; i < 3 && above != NULL && found == NULL; i++)
    {
      found = find_label (above, down, 2);
      above = gtk_widget_get_parent (above);
    }
  return found != NULL ? found : down;
}

static void
name_drop_down (GtkWidget *down)
{
  GtkWidget *button = gtk_widget_get_first_child (down);

  gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  namer_of (down), NULL, -1);
  g_signal_handlers_disconnect_by_func (down, on_choice, NULL);
  g_signal_connect (down, "notify::selected-item", G_CALLBACK (on_choice), NULL);
  on_choice (down);
}

/* Others --------------------------------------------------------------------------------------- */

static void
name_expander (GtkWidget *expander)
{
  GtkWidget *heading = gtk_expander_get_label_widget (GTK_EXPANDER (expander));

  if (heading != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (expander), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    heading, NULL, -1);
}

static void
set_name (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* @text without the underline before the letter to press. */
static char *
plain (const char *text)
{
  GString *name = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text != '_' || *++text == '_')
      g_string_append_c (name, *text);
  return g_string_free (name, FALSE);
}

static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Name a menu button by its label, or by the beginning of its tooltip: "Main menu (F10)". A button
 * inside takes the keyboard, which GTK 4.8 names by it and GTK 4.18 does not. */
static void
name_menu_button (GtkWidget *button)
{
  const char *label = gtk_menu_button_get_label (GTK_MENU_BUTTON (button));
  const char *tooltip = gtk_widget_get_tooltip_text (button);
  GtkWidget *inside = gtk_widget_get_first_child (button);
  g_autofree char *name = NULL;

  if (GTK_IS_BUTTON (inside) && !has_name (inside))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (inside), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    button, NULL, -1);
  if (has_name (button))
    return;
  if (label != NULL && *label != '\0')
    name = plain (label);
  else if (tooltip != NULL)
    name = g_strndup (tooltip, strcspn (tooltip, "("));
  if (name != NULL)
    set_name (button, g_strstrip (name));
}

/* Is @text still its name, and has it not been given another one? Without assistive technology it
 * has none. */
static gboolean
is_called (GtkWidget *widget, const char *text)
{
  g_autofree char *differs = NULL;

  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return FALSE;
  differs = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                GTK_ACCESSIBLE_PROPERTY_LABEL, text);
  return differs == NULL;
}

/* A button is named by the label inside it, and by the text that this was made of. */
static void
name_button (GtkWidget *button)
{
  const char *text = gtk_button_get_label (GTK_BUTTON (button));

  if (text != NULL && gtk_button_get_use_underline (GTK_BUTTON (button))
      && is_called (button, text))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/* A check button is named by that text alone. */
static void
name_check (GtkWidget *check)
{
  const char *text = gtk_check_button_get_label (GTK_CHECK_BUTTON (check));
  g_autofree char *name = text != NULL ? plain (text) : NULL;

  if (text != NULL && gtk_check_button_get_use_underline (GTK_CHECK_BUTTON (check))
      && is_called (check, text))
    set_name (check, name);
}

static void
follow_label (GtkWidget *widget, void (*name) (GtkWidget *))
{
  g_signal_handlers_disconnect_by_func (widget, name, NULL);
  g_signal_connect (widget, "notify::label", G_CALLBACK (name), NULL);
  name (widget);
}

static gboolean
on_realize (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);

  if (GTK_IS_DROP_DOWN (widget))
    name_drop_down (widget);
  else if (GTK_IS_EXPANDER (widget))
    name_expander (widget);
  else if (GTK_IS_BUTTON (widget))
    follow_label (widget, name_button);
  else if (GTK_IS_CHECK_BUTTON (widget))
    follow_label (widget, name_check);
  else if (GTK_IS_MENU_BUTTON (widget))
    name_menu_button (widget);
  else if (GTK_IS_WINDOW (widget))
    dl_window_care (GTK_WINDOW (widget));
  return TRUE; /* stays */
}

void
dl_accessible_init (void)
{
  /* The signal is there once the class is. */
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("realize", GTK_TYPE_WIDGET), 0, on_realize, NULL,
                              NULL);
}
