/* An export dialog over a window, and what one does with it. */
#pragma once

#include "dl-export-dialog.h"
#include "dl-toast.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  DlSession *session;
  GtkWidget *window;
  DlToast *toasts;
  GtkWidget *dialog; /* NULL once it is gone */
  char *exported;    /* path */
} ExportFixture;

/* For g_test_add. */
void export_set_up (ExportFixture *fixture, gconstpointer data);
void export_tear_down (ExportFixture *fixture, gconstpointer data);
#define EXPORT_TEST(name, func)                                                                    \
  g_test_add (name, ExportFixture, NULL, export_set_up, func, export_tear_down)

void export_open (ExportFixture *fixture, const char *figure, DlFigureInput view);
void export_open_ring (ExportFixture *fixture, const char *figure, const DlMetric *metric,
                       DlTorusDim dim, guint node);
/* A preset, analyzed. */
void export_show_preset (ExportFixture *fixture, const char *preset);

/* A child of the dialog's template. */
GtkWidget *export_part (ExportFixture *fixture, const char *name);
void export_choose (ExportFixture *fixture, const char *name, guint index);
/* A figure's number in the drop-down, of networks of either kind. */
guint export_index (const DlFamily *family, const char *id);
const char *export_label (ExportFixture *fixture, const char *name);
gboolean export_is_ready (ExportFixture *fixture);

/* In the fixture's folder. */
void export_write_to (ExportFixture *fixture, const char *name);
char *export_read_file (ExportFixture *fixture, const char *name);

/* The text that Copy Command puts on the clipboard. */
char *export_copy_command (GtkWidget *dialog);
#define export_assert_command(fixture, command)                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *copied = export_copy_command ((fixture)->dialog);                             \
    g_assert_cmpstr (copied, ==, command);                                                         \
  }                                                                                                \
  G_STMT_END
