#include "dl-router-view.h"

#include "dl-family-rooms.h"
#include "dl-iq-view.h"

struct _DlRouterView
{
  GtkWidget parent;
  DlView *view;
  GtkWidget *kinds; /* a GtkStack: by models' names */
};

G_DEFINE_FINAL_TYPE (DlRouterView, dl_router_view, GTK_TYPE_WIDGET)

/* Without one for the model the view of the textbooks' router says that it is not shown. */
static void
show_kind (DlRouterView *self)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (self->view));
  const char *id = dl_scenario_router (scenario)->id;

  if (gtk_stack_get_child_by_name (GTK_STACK (self->kinds), id) == NULL)
    id = dl_router_model_input_queued.id;
  gtk_stack_set_visible_child_name (GTK_STACK (self->kinds), id);
}

DlInsideLook
dl_router_view_get_look (DlRouterView *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (GTK_STACK (self->kinds));
  const DlRouterMaker *maker;

  for (guint i = 0; (maker = dl_family_router (i)) != NULL; i++)
    if (shown == gtk_stack_get_child_by_name (GTK_STACK (self->kinds), maker->model->id))
      return maker->get_look (shown);
  return (DlInsideLook) { 0 };
}

static void
dispose (GObject *object)
{
  DlRouterView *self = DL_ROUTER_VIEW (object);

  g_clear_pointer (&self->kinds, gtk_widget_unparent);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_router_view_parent_class)->dispose (object);
}

static void
dl_router_view_class_init (DlRouterViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_router_view_init (DlRouterView *self)
{
  self->kinds = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->kinds), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->kinds), FALSE);
  gtk_widget_set_parent (self->kinds, GTK_WIDGET (self));
}

GtkWidget *
dl_router_view_new (DlView *view)
{
  DlRouterView *self = g_object_new (DL_TYPE_ROUTER_VIEW, NULL);
  const DlRouterMaker *maker;

  self->view = g_object_ref (view);
  for (guint i = 0; (maker = dl_family_router (i)) != NULL; i++)
    gtk_stack_add_named (GTK_STACK (self->kinds), maker->create (view), maker->model->id);
  gtk_stack_add_named (GTK_STACK (self->kinds), dl_iq_view_new (view),
                       dl_router_model_input_queued.id);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation", G_CALLBACK (show_kind),
                           self, G_CONNECT_SWAPPED);
  show_kind (self);
  return GTK_WIDGET (self);
}
