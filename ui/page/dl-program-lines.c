#include "dl-program-lines.h"

#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* "8.78 µs" */
static char *
time_text (double ns)
{
  static const struct
  {
    double ns;
    const char *format;
  } units[] = {
    { 1e9, N_ ("%s s") },
    { 1e6, N_ ("%s ms") },
    { 1e3, N_ ("%s µs") },
    { 1, N_ ("%s ns") },
  };
  guint unit = 0;
  g_autofree char *number = NULL;

  while (unit < G_N_ELEMENTS (units) - 1 && ns < units[unit].ns)
    unit++;
  ns /= units[unit].ns;
  number = dl_number_text (ns, ns < 10 ? 2 : ns < 100 ? 1 : 0);
  return dl_text_with (_ (units[unit].format), number);
}

static char *
bandwidth_text (double GBps)
{
  g_autofree char *number = isnan (GBps) ? NULL : dl_number_text (GBps, GBps < 100 ? 2 : 1);

  return number != NULL ? g_strdup_printf (_ ("%s GB/s"), number) : NULL;
}

static char *
ranks_text (const DlLivePicture *picture)
{
  return g_strdup_printf (_ ("%'u of %'u"), picture->program.n_done, picture->program.n_ranks);
}

static char *
completion_text (const DlLivePicture *picture)
{
  return picture->program.has_messages ? time_text (picture->program.completion_ns) : NULL;
}

static char *
algorithm_text (const DlLivePicture *picture)
{
  return picture->program.has_messages ? bandwidth_text (picture->program.algorithm_GBps) : NULL;
}

static char *
bus_text (const DlLivePicture *picture)
{
  return picture->program.has_messages ? bandwidth_text (picture->program.bus_GBps) : NULL;
}

static char *
links_text (const DlLivePicture *picture)
{
  return picture->program.has_messages ? time_text (picture->program.links_ns) : NULL;
}

static char *
chain_text (const DlLivePicture *picture)
{
  return picture->program.has_messages ? time_text (picture->program.latency_ns) : NULL;
}

static char *
beyond_text (const DlLivePicture *picture)
{
  const double share = picture->program.contention;
  g_autofree char *number = NULL;

  if (!picture->program.has_messages || isnan (share))
    return NULL;
  number = dl_number_text (100 * share, 1);
  return g_strdup_printf (_ ("%s%%"), number);
}

static char *
slowest_text (const DlLivePicture *picture)
{
  const DlLiveProgram *program = &picture->program;
  g_autofree char *node = NULL;

  if (!program->has_messages)
    return NULL;
  node = picture->family->name (picture->shape, dl_place_node (program->slowest_node),
                                DL_NAME_PEOPLE);
  /* Translators: number of a rank, and the node that it runs on */
  return g_strdup_printf (_ ("%'u on %s"), program->slowest, node);
}

static char *
busiest_text (const DlLivePicture *picture)
{
  const DlLiveProgram *program = &picture->program;

  if (!program->has_messages || program->busiest == DL_NO_LINK)
    return NULL;
  return picture->family->name (picture->shape, dl_place_link (program->busiest), DL_NAME_PEOPLE);
}

/* NULL: the line is hidden. Free with g_free. */
typedef char *(*ProgramText) (const DlLivePicture *picture);

static const struct
{
  const char *title;
  const char *description;
  ProgramText text;
} lines[] = {
  { N_ ("Ranks done"), N_ ("Ranks that have come to the end of their program"), ranks_text },
  { N_ ("Completion"), N_ ("Time until the last rank was done"), completion_text },
  { N_ ("Algorithm bandwidth"),
    N_ ("Bytes of a rank’s buffer over the completion time (nccl-tests)"), algorithm_text },
  { N_ ("Bus bandwidth"),
    N_ ("Algorithm bandwidth times the share of the bytes that a link of an ideal network carries "
        "(nccl-tests)"),
    bus_text },
  { N_ ("Bound by links"),
    N_ ("The flits of the busiest link or node, one after the other: no run of these routes is "
        "faster"),
    links_text },
  { N_ ("Bound by latency"),
    N_ ("The longest chain of messages and computations, each message as fast as the fastest "
        "packet"),
    chain_text },
  { N_ ("Beyond both bounds"), N_ ("Share of the completion time beyond both bounds"),
    beyond_text },
  { N_ ("Slowest rank"), N_ ("Rank that was done last, and its node"), slowest_text },
  { N_ ("Busiest link"), N_ ("Link with the most flits for its rate"), busiest_text },
};

GtkWidget *
dl_program_lines_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *grid = gtk_grid_new ();

  gtk_label_set_text (dl_pane_add_label (box, "dl-group-title", FALSE), _ ("Program"));
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      GtkWidget *name = gtk_label_new (_ (lines[i].title));
      GtkWidget *value = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (name), 0);
      gtk_label_set_wrap (GTK_LABEL (name), TRUE);
      gtk_widget_set_hexpand (name, TRUE);
      gtk_widget_add_css_class (name, "dl-description");
      gtk_widget_set_tooltip_text (name, _ (lines[i].description));
      gtk_widget_add_css_class (value, "dl-number");
      gtk_label_set_xalign (GTK_LABEL (value), 1);
      gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_MIDDLE);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      name, NULL, -1);
      gtk_grid_attach (GTK_GRID (grid), name, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), value, 1, (int) i, 1, 1);
    }
  gtk_box_append (GTK_BOX (box), grid);
  return box;
}

void
dl_program_lines_show (GtkWidget *box, const DlLivePicture *picture)
{
  const gboolean any = picture->program.n_ranks > 0;
  GtkGrid *grid = GTK_GRID (gtk_widget_get_last_child (box));

  gtk_widget_set_visible (box, any);
  for (guint i = 0; any && i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = lines[i].text (picture);

      gtk_widget_set_visible (gtk_grid_get_child_at (grid, 0, (int) i), text != NULL);
      dl_pane_show_text (GTK_LABEL (gtk_grid_get_child_at (grid, 1, (int) i)), text);
    }
}
