#include "dl-tables-pane.h"

#include "compat.h"
#include "dl-job.h"
#include "dl-session-edits.h"
#include "dl-table-list.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

/* Routes asked for, for the figures of all routers: about half a second. */
#define MAX_ANSWERS 5000000

/* Widget --------------------------------------------------------------------------------------- */

struct _DlTablesPane
{
  DlPane parent;
  DlView *view;        /* the pane's */
  DlEvaluation *shown; /* what the tables are read from, or NULL */
  guint node;          /* whose they are */
  DlJob *read;
  DlJob *survey;
  char *csv; /* to be written where the user says */

  GtkLabel *title;
  GtkLabel *use;
  GtkLabel *network;
  GtkLabel *note;
  GtkWidget *global;
  GtkLabel *cells[DL_TORUS_MAX_REGIONS][DL_GLOBAL_ENTRIES];
  GtkWidget *export;
  GtkWidget *scroll;
  DlRows *list;
};

G_DEFINE_FINAL_TYPE (DlTablesPane, dl_tables_pane, DL_TYPE_PANE)

/* What is shown -------------------------------------------------------------------------------- */

static void
show_cell (GtkLabel *cell, const DlTableEntry *entry, gboolean own)
{
  g_autofree char *text = own ? g_strdup (_ ("own")) : dl_table_entry_text (entry);
  g_autofree char *tooltip = NULL;

  if (entry->conflicts > 0)
    {
      g_autofree char *marked = g_strdup_printf ("%s ⚠ %u", text, entry->conflicts);
      gtk_label_set_text (cell, marked);
    }
  else
    gtk_label_set_text (cell, text);
  if (entry->destinations > 0)
    tooltip = g_strdup_printf (_ ("%u destinations, of which %u have routes that differ"),
                               entry->destinations, entry->conflicts);
  gtk_widget_set_tooltip_text (GTK_WIDGET (cell), tooltip);
}

static void
show_use (DlTablesPane *self, const DlTables *tables)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Local table: %'u of %'u entries used, %'u with conflicts"),
                          tables->use.local_used, DL_LOCAL_ENTRIES, tables->use.local_conflicts);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Global table: %'u of %'u entries used, %'u with conflicts"),
                          tables->use.global_used, DL_TORUS_MAX_REGIONS * DL_GLOBAL_ENTRIES,
                          tables->use.global_conflicts);
  dl_pane_show_text (self->use, text->str);
}

static void
on_read (gpointer data, gpointer user_data)
{
  DlTablesPane *self = user_data;
  DlTables *tables = data;
  DlNetwork *network = dl_evaluation_torus (self->shown)->network;
  g_autofree char *name = dl_node_label (network->torus.coord[tables->node]);
  g_autofree char *title = g_strdup_printf (
      network->node_up[tables->node] ? _ ("Router %s · NID %u · region %u of %u")
                                     : _ ("Router %s · NID %u · region %u of %u · broken"),
      name, network->torus.nid[tables->node], tables->region, network->torus.n_regions);

  dl_pane_show_text (self->title, title);
  show_use (self, tables);
  for (guint region = 0; region < DL_TORUS_MAX_REGIONS; region++)
    for (guint bit = 0; bit < DL_GLOBAL_ENTRIES; bit++)
      show_cell (self->cells[region][bit], &tables->global[region][bit], region == tables->region);
  gtk_widget_set_visible (self->global, TRUE);
  gtk_widget_set_visible (self->scroll, TRUE);
  gtk_widget_set_visible (self->export, TRUE);
  dl_table_list_set (self->list, tables, network);
}

static void
on_surveyed (gpointer data, gpointer user_data)
{
  DlTablesPane *self = user_data;
  const DlNetwork *network = dl_evaluation_torus (self->shown)->network;
  const DlTablesSurvey *survey = data;
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%'u of %'u working routers"), survey->routers,
                          network->n_working_nodes);
  g_string_append (text, ": ");
  g_string_append_printf (text,
                          _ ("at most %'u local and %'u global entries used; %'u with conflicts, "
                             "for %'u destinations in all"),
                          survey->most_local, survey->most_global, survey->conflicting_routers,
                          (guint) survey->destinations); /* at most nodes x nodes */
  dl_pane_show_text (self->network, text->str);
  g_free (data);
}

static void
show_hint (DlTablesPane *self)
{
  dl_pane_show_text (self->title,
                     _ ("Select a node or a link in the map: what its router's tables would "
                        "hold, one entry a node of its own region and two for each other "
                        "(VC paper 2.2, 3.3)."));
  dl_pane_show_text (self->use, "");
  dl_pane_show_text (self->network, "");
  gtk_widget_set_visible (self->global, FALSE);
  gtk_widget_set_visible (self->scroll, FALSE);
  gtk_widget_set_visible (self->export, FALSE);
  dl_table_list_set (self->list, NULL, NULL);
}

/* Reading them --------------------------------------------------------------------------------- */

typedef struct
{
  DlRoutes *routes;
  guint node;
} Question;

static Question *
question_new (const DlEvaluation *result, guint node)
{
  Question *question = g_new (Question, 1);

  *question = (Question) { dl_routes_ref (dl_evaluation_torus (result)->routes), node };
  return question;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  dl_routes_unref (question->routes);
  g_free (question);
}

static gpointer
read_tables (gpointer data, DlProgressFunc progress, gpointer progress_data,
             GCancellable *cancellable)
{
  const Question *question = data;

  return dl_tables_new (question->routes, question->node, cancellable);
}

static gpointer
survey_tables (gpointer data, DlProgressFunc progress, gpointer progress_data,
               GCancellable *cancellable)
{
  const Question *question = data;
  g_autofree DlTablesSurvey *survey = g_new (DlTablesSurvey, 1);

  return dl_tables_survey (question->routes, MAX_ANSWERS, survey, cancellable)
             ? g_steal_pointer (&survey)
             : NULL;
}

static void
free_tables (gpointer tables)
{
  dl_tables_free (tables);
}

/* The tables follow selection and result only while somebody looks. */
static void
follow (DlTablesPane *self)
{
  DlEvaluation *result
      = self->view != NULL ? dl_session_get_torus_result (dl_view_get_session (self->view)) : NULL;
  guint node;

  if (result == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  node = dl_view_get_selected_place (self->view);
  if (node != DL_NO_NODE && node >= dl_evaluation_torus (result)->network->n_nodes)
    node = DL_NO_NODE;
  if (result == self->shown && node == self->node)
    return;
  dl_pane_show_text (self->note, "");
  if (node == DL_NO_NODE)
    {
      dl_job_cancel (self->read);
      dl_job_cancel (self->survey);
      g_clear_pointer (&self->shown, dl_evaluation_unref);
      self->node = node;
      show_hint (self);
      return;
    }
  if (result != self->shown)
    {
      g_clear_pointer (&self->shown, dl_evaluation_unref);
      self->shown = dl_evaluation_ref (result);
      dl_job_start (self->survey, survey_tables, question_new (result, node), question_free, g_free,
                    on_surveyed, self);
    }
  self->node = node;
  dl_job_start (self->read, read_tables, question_new (result, node), question_free, free_tables,
                on_read, self);
}

/* What the user does --------------------------------------------------------------------------- */

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlTablesPane) self = user_data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    dl_pane_show_text (self->note, _ ("Tables exported"));
  else
    dl_pane_show_text (self->note, error->message);
}

static void
on_file (GFile *file, gpointer owner)
{
  DlTablesPane *self = DL_TABLES_PANE (owner);
  g_autoptr (GBytes) bytes = NULL;

  if (self->csv == NULL)
    return;
  bytes = g_bytes_new_take (self->csv, strlen (self->csv));
  self->csv = NULL;
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       on_written, g_object_ref (self));
}

static void
on_export (DlTablesPane *self)
{
  const DlTables *tables = dl_table_list_get (self->list);
  const DlNetwork *network = dl_table_list_get_network (self->list);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *name = NULL;

  if (tables == NULL || root == NULL)
    return;
  /* What is shown now, whatever is selected when the file has its name. */
  g_free (self->csv);
  self->csv = dl_tables_to_csv (tables, network);
  name = g_strdup_printf ("tables-nid-%u.csv", network->torus.nid[tables->node]);
  dl_pane_show_text (self->note, "");
  dl_compat_save_file (GTK_WINDOW (root), _ ("Export Tables"), name, on_file, self);
}

/* The way that the entry begins. */
static void
on_activate (GtkColumnView *table, guint position, DlTablesPane *self)
{
  g_autoptr (DlRow) row
      = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (table)), position);
  const DlTableEntry *entry = dl_table_list_entry (row);
  const DlEvaluation *result = dl_session_get_torus_result (dl_view_get_session (self->view));

  /* Its number means nothing in a newer result; that one's tables are on their way. */
  if (dl_evaluation_torus (result)->network != dl_table_list_get_network (self->list)
      || !entry->valid || entry->port == DL_PORT_PROCESSOR)
    return;
  dl_view_show_route (self->view, dl_table_list_get (self->list)->node, entry->node, 0);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.evidence-page", "s", "route");
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlTablesPane *self = DL_TABLES_PANE (object);

  if (self->read != NULL)
    dl_job_cancel (self->read);
  if (self->survey != NULL)
    dl_job_cancel (self->survey);
  g_clear_object (&self->read);
  g_clear_object (&self->survey);
  g_clear_object (&self->list);
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  g_clear_pointer (&self->csv, g_free);
  G_OBJECT_CLASS (dl_tables_pane_parent_class)->dispose (object);
}

static void
dl_tables_pane_class_init (DlTablesPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkLabel *
add_label (GtkWidget *box, const char *css_class)
{
  GtkLabel *label = dl_pane_add_label (box, css_class, TRUE);

  gtk_widget_set_visible (GTK_WIDGET (label), FALSE);
  return label;
}

static GtkWidget *
make_head (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dl-description");
  return label;
}

/* 8 regions x 2 entries. */
static GtkWidget *
make_global (DlTablesPane *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_grid_attach (GTK_GRID (grid), make_head (_ ("Region")), 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_head (_ ("Even NIDs")), 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_head (_ ("Odd NIDs")), 2, 0, 1, 1);
  for (guint region = 0; region < DL_TORUS_MAX_REGIONS; region++)
    {
      g_autofree char *name = g_strdup_printf ("%u", region);

      gtk_grid_attach (GTK_GRID (grid), make_head (name), 0, 1 + region, 1, 1);
      for (guint bit = 0; bit < DL_GLOBAL_ENTRIES; bit++)
        {
          GtkWidget *cell = gtk_label_new ("–");

          gtk_widget_add_css_class (cell, "dl-number");
          gtk_grid_attach (GTK_GRID (grid), cell, 1 + bit, 1 + region, 1, 1);
          self->cells[region][bit] = GTK_LABEL (cell);
        }
    }
  gtk_widget_set_tooltip_text (grid, _ ("The global table: two entries for each other region, by "
                                        "the bottom bit of the destination's NID (VC paper 3.3)"));
  return grid;
}

static GtkWidget *
make_local (DlTablesPane *self)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();
  GtkWidget *table;

  self->list = dl_table_list_new ();
  table = dl_table_list_new_view (self->list);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), table);
  gtk_widget_set_vexpand (scroll, TRUE);
  return scroll;
}

static void
dl_tables_pane_init (DlTablesPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->node = DL_NO_NODE;
  self->read = dl_job_new ();
  self->survey = dl_job_new ();
  self->title = add_label (head, NULL);
  self->use = add_label (head, NULL);
  self->network = add_label (head, "dl-description");
  self->global = make_global (self);
  gtk_box_append (GTK_BOX (head), self->global);
  self->export = dl_pane_add_button (head, _ ("_Export CSV…"),
                                     _ ("The same rows as “dateline-cli tables --csv” gives"));
  gtk_widget_set_halign (self->export, GTK_ALIGN_START);
  g_signal_connect_swapped (self->export, "clicked", G_CALLBACK (on_export), self);
  self->note = add_label (head, "dl-description");
  gtk_widget_add_css_class (head, "dl-evidence");
  self->scroll = make_local (self);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), self->scroll);
  dl_pane_set_child (DL_PANE (self), box);
  show_hint (self);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

GtkWidget *
dl_tables_pane_new (DlView *view)
{
  DlTablesPane *self = dl_pane_new (DL_TYPE_TABLES_PANE, view, _ ("Routing tables"));

  self->view = view;
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
