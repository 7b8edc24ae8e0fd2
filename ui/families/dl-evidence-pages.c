#include "dl-evidence-pages.h"

#include "dl-appearance.h"
#include "dl-family-rooms.h"
#include "dl-page-menu.h"
#include "dl-place-text.h"

#include <glib/gi18n-lib.h>

/* A window of 1024 has room for it beside the configuration and the ring matrix. */
#define WIDTH 280

struct _DlEvidencePages
{
  GtkWidget parent;
  DlView *view;
  const DlFamily *family;
  GtkWidget *box;
  DlPageMenu *menu;
  GtkWidget *expand; /* only where a page is a table */
  GtkStack *stack;
};

G_DEFINE_FINAL_TYPE (DlEvidencePages, dl_evidence_pages, GTK_TYPE_WIDGET)

static void
add_page (DlEvidencePages *self, const DlMaker *maker)
{
  GtkWidget *page = maker->create (self->view);

  if (!maker->own)
    dl_standing_follow (page, dl_view_get_session (self->view), DL_STANDING_HIDES);
  gtk_stack_add_named (self->stack, page, maker->id);
}

void
dl_evidence_pages_set_view (DlEvidencePages *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  dl_evidence_pages_show (self, NULL);
}

void
dl_evidence_pages_set_family (DlEvidencePages *self, const DlFamily *family)
{
  if (family == self->family)
    return;
  self->family = family;
  dl_page_menu_set_family (self->menu, family);
  dl_evidence_pages_show (self, dl_evidence_pages_get_shown (self));
}

void
dl_evidence_pages_show (DlEvidencePages *self, const char *id)
{
  const DlMaker *page = dl_family_has_feature (self->family, DL_FEATURE_PAGE, id)
                            ? dl_maker_find (DL_FEATURE_PAGE, id)
                            : dl_family_maker (self->family, DL_FEATURE_PAGE, 0);

  if (gtk_stack_get_child_by_name (self->stack, page->id) == NULL)
    add_page (self, page);
  gtk_stack_set_visible_child_name (self->stack, page->id);
  dl_page_menu_set_shown (self->menu, page->id);
  gtk_widget_set_visible (self->expand, page->is_table);
}

const char *
dl_evidence_pages_get_shown (DlEvidencePages *self)
{
  return gtk_stack_get_visible_child_name (self->stack);
}

GtkWidget *
dl_evidence_pages_get_place (DlEvidencePages *self)
{
  return GTK_WIDGET (self->stack);
}

GtkWidget *
dl_evidence_pages_get_page (DlEvidencePages *self)
{
  return gtk_stack_get_visible_child (self->stack);
}

static void
dispose (GObject *object)
{
  DlEvidencePages *self = DL_EVIDENCE_PAGES (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_evidence_pages_parent_class)->dispose (object);
}

/* The same width whatever the page, so that the map stays where it is under the pointer. */
static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (DL_EVIDENCE_PAGES (widget)->box, orientation, for_size, minimum, natural,
                      NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum = MAX (*minimum, (int) (WIDTH * MIN (dl_text_size_scale (), 1.4)));
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (DL_EVIDENCE_PAGES (widget)->box, width, height, baseline, NULL);
}

static void
dl_evidence_pages_class_init (DlEvidencePagesClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_WIDGET_CLASS (class)->measure = measure;
  GTK_WIDGET_CLASS (class)->size_allocate = size_allocate;
}

/* Effect of a press of the button. */
static void
on_expanded (GtkToggleButton *expand)
{
  const gboolean on = gtk_toggle_button_get_active (expand);

  gtk_button_set_icon_name (GTK_BUTTON (expand),
                            on ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (expand),
                               on ? _ ("Restore the page to its width beside the map (Alt+Enter)")
                                  : _ ("Expand the page over the map (Alt+Enter)"));
}

static GtkWidget *
expand_button_new (void)
{
  GtkWidget *expand = gtk_toggle_button_new ();

  gtk_actionable_set_action_name (GTK_ACTIONABLE (expand), "win.expand-page");
  gtk_accessible_update_property (GTK_ACCESSIBLE (expand), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Expand Page"), -1);
  g_signal_connect (expand, "notify::active", G_CALLBACK (on_expanded), NULL);
  on_expanded (GTK_TOGGLE_BUTTON (expand));
  return expand;
}

static void
dl_evidence_pages_init (DlEvidencePages *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  guint n;

  self->family = dl_families (&n)[0];
  self->menu = DL_PAGE_MENU (dl_page_menu_new ());
  dl_page_menu_set_family (self->menu, self->family);
  gtk_widget_set_hexpand (GTK_WIDGET (self->menu), TRUE);
  self->expand = expand_button_new ();
  gtk_widget_add_css_class (bar, "dl-toolbar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->menu));
  gtk_box_append (GTK_BOX (bar), self->expand);

  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
