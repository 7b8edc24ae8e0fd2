#include "dl-bias-grid.h"

#include "dl-aging-text.h"
#include "dl-number-field.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MOST 7 /* 3 bits */

struct _DlBiasGrid
{
  DlSettings parent;
  gboolean responses, by_port;
  guint8 bias[DL_N_ROUTER_PORTS]; /* followed last */
  GtkWidget *dims;                /* X Y Z P */
  GtkWidget *minus;               /* the row of the minus ports */
  GtkWidget *together[DL_N_DIMS]; /* a field a dimension */
  GtkWidget *ports[DL_N_ROUTER_PORTS];
};

G_DEFINE_FINAL_TYPE (DlBiasGrid, dl_bias_grid, DL_TYPE_SETTINGS)

static guint
index_of (gpointer field)
{
  return GPOINTER_TO_UINT (g_object_get_data (field, "dl-index"));
}

static void
set_ports (DlBiasGrid *self, guint first, guint n, gint value)
{
  guint8 bias[DL_N_ROUTER_PORTS];
  g_autofree char *text = NULL;

  memcpy (bias, self->bias, sizeof bias);
  for (guint port = first; port < first + n; port++)
    bias[port] = value;
  text = dl_age_bias_text (bias);
  dl_settings_set (DL_SETTINGS (self),
                   self->responses ? "router.response-age-bias" : "router.request-age-bias", text);
}

static void
on_dim (GtkWidget *field, gint value, DlBiasGrid *self)
{
  set_ports (self, 2 * index_of (field), 2, value);
}

static void
on_port (GtkWidget *field, gint value, DlBiasGrid *self)
{
  set_ports (self, index_of (field), 1, value);
}

static GtkWidget *
new_field (DlBiasGrid *self, guint index, const char *title, const char *name, const char *tooltip,
           GCallback on_changed)
{
  GtkWidget *field = dl_number_field_new (title, name, 0);

  g_object_set_data (G_OBJECT (field), "dl-index", GUINT_TO_POINTER (index));
  gtk_widget_set_tooltip_text (field, tooltip);
  g_signal_connect (field, "changed", on_changed, self);
  g_signal_connect_swapped (field, "settled", G_CALLBACK (dl_settings_settled), self);
  return field;
}

static GtkWidget *
new_dim (DlBiasGrid *self, DlDim dim)
{
  static const char *const titles[DL_N_DIMS] = { "X", "Y", "Z" };
  const char *title = titles[dim];
  g_autofree char *name = g_strdup_printf (
      self->responses ? _ ("Bias of responses in %s") : _ ("Bias of requests in %s"), title);
  g_autofree char *tip = g_strdup_printf (
      self->responses
          ? _ ("Age bias of responses: what a packet’s age grows by, 0 to 7, as it arrives by %s+ "
               "or %s−; by default 3, 2, 1 in X, Y, Z and 1 at the processor (RSP_AGE_BIAS, age "
               "paper, sections 2.1 and 3.1)")
          : _ ("Age bias of requests: what a packet’s age grows by, 0 to 7, as it arrives by %s+ "
               "or %s−; by default 3, 2, 1 in X, Y, Z and 1 at the processor (REQ_AGE_BIAS, age "
               "paper, sections 2.1 and 3.1)"),
      title, title);

  return new_field (self, dim, title, name, tip, G_CALLBACK (on_dim));
}

static GtkWidget *
new_port (DlBiasGrid *self, guint port)
{
  static const char *const titles[DL_N_ROUTER_PORTS]
      = { "X+", "X−", "Y+", "Y−", "Z+", "Z−", N_ ("P") };
  const gboolean processor = port == DL_PORT_PROCESSOR;
  /* Translators: P stands for the processor's port */
  const char *title = processor ? _ (titles[port]) : titles[port];
  const char *of = processor ? _ ("the processor") : title;
  g_autofree char *name = g_strdup_printf (
      self->responses ? _ ("Bias of responses from %s") : _ ("Bias of requests from %s"), of);
  g_autofree char *tip = g_strdup_printf (
      self->responses
          ? _ (
              "Age bias of responses: what a packet’s age grows by, 0 to 7, as it arrives from %s; "
              "by default 3, 2, 1 in X, Y, Z and 1 at the processor (RSP_AGE_BIAS, age paper, "
              "sections 2.1 and 3.1)")
          : _ ("Age bias of requests: what a packet’s age grows by, 0 to 7, as it arrives from %s; "
               "by default 3, 2, 1 in X, Y, Z and 1 at the processor (REQ_AGE_BIAS, age paper, "
               "sections 2.1 and 3.1)"),
      of);

  return new_field (self, port, title, name, tip, G_CALLBACK (on_port));
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlBiasGrid *self = DL_BIAS_GRID (settings);

  memcpy (self->bias,
          self->responses ? scenario->router.response_age_bias : scenario->router.request_age_bias,
          sizeof self->bias);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    dl_number_field_follow (DL_NUMBER_FIELD (self->together[dim]), self->bias[2 * dim], MOST);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    dl_number_field_follow (DL_NUMBER_FIELD (self->ports[port]), self->bias[port], MOST);
}

void
dl_bias_grid_set_by_port (DlBiasGrid *self, gboolean by_port)
{
  self->by_port = by_port;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      gtk_widget_set_visible (self->together[dim], !by_port);
      gtk_widget_set_visible (self->ports[2 * dim], by_port);
    }
  gtk_widget_set_visible (self->minus, by_port);
}

GtkWidget *
dl_bias_grid_get_field (DlBiasGrid *self, guint port)
{
  return port < DL_PORT_PROCESSOR && !self->by_port ? self->together[port / 2] : self->ports[port];
}

static void
dl_bias_grid_class_init (DlBiasGridClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_bias_grid_init (DlBiasGrid *self)
{
}

static GtkWidget *
new_row (DlBiasGrid *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  gtk_widget_add_css_class (row, "dl-dims");
  gtk_box_append (GTK_BOX (self), row);
  return row;
}

GtkWidget *
dl_bias_grid_new (gboolean responses)
{
  DlBiasGrid *self = g_object_new (DL_TYPE_BIAS_GRID, NULL);
  GtkWidget *name = gtk_label_new (responses ? _ ("Bias of responses") : _ ("Bias of requests"));

  self->responses = responses;
  gtk_widget_set_name (GTK_WIDGET (self), responses ? "router.response-age-bias/grid"
                                                    : "router.request-age-bias/grid");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_box_append (GTK_BOX (self), name);
  self->dims = new_row (self);
  self->minus = new_row (self);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      self->together[dim] = new_dim (self, dim);
      gtk_box_append (GTK_BOX (self->dims), self->together[dim]);
      for (guint port = 2 * dim; port <= 2 * dim + 1; port++)
        {
          self->ports[port] = new_port (self, port);
          gtk_box_append (GTK_BOX (port % 2 == 0 ? self->dims : self->minus), self->ports[port]);
        }
    }
  self->ports[DL_PORT_PROCESSOR] = new_port (self, DL_PORT_PROCESSOR);
  gtk_box_append (GTK_BOX (self->dims), self->ports[DL_PORT_PROCESSOR]);
  gtk_box_append (GTK_BOX (self->minus), gtk_label_new (NULL)); /* under the processor */
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-lines");
  dl_bias_grid_set_by_port (self, FALSE);
  return GTK_WIDGET (self);
}
