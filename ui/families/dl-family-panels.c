#include "dl-family-panels.h"

#include "dl-dragonfly-panel.h"
#include "dl-fabric-box.h"
#include "dl-plain-panel.h"

static GtkWidget *
new_fabric_panel (DlView *view)
{
  return dl_plain_panel_new_with (view, &dl_family_fabric, dl_fabric_box_new ());
}

static const struct
{
  const DlFamily *family;
  GtkWidget *(*create) (DlView *view);
} rows[] = {
  { &dl_family_dragonfly, dl_dragonfly_panel_new },
  { &dl_family_fabric, new_fabric_panel },
};

void
dl_family_panels_add (GtkStack *stack, DlView *view)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_stack_add_named (stack, rows[i].create (view), rows[i].family->id);
  for (guint i = 0; i < n; i++)
    if (gtk_stack_get_child_by_name (stack, families[i]->id) == NULL)
      gtk_stack_add_named (stack, dl_plain_panel_new (view, families[i]), families[i]->id);
}
