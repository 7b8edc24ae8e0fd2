#include "dl-family-panels.h"

#include "dl-dragonfly-panel.h"

static const struct
{
  const DlFamily *family;
  GtkWidget *(*create) (DlView *view);
} rows[] = {
  { &dl_family_dragonfly, dl_dragonfly_panel_new },
};

void
dl_family_panels_add (GtkStack *stack, DlView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_stack_add_named (stack, rows[i].create (view), rows[i].family->id);
}
