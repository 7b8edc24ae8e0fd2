/* The whole window, on a scenario that comes with the program, in a library of its own. */
#pragma once

#include "dl-window-private.h"

typedef struct
{
  char *folder;
  DlLibrary *library;
  DlSession *session;
  DlWindow *window;
} WindowFixture;

/* A window of the default application (ui_application_new). @preset is dl_preset_load's name. */
void window_set_up (WindowFixture *fixture, gconstpointer preset);
/* Nothing of it may be left. */
void window_tear_down (WindowFixture *fixture, gconstpointer data);

/* A window that is seen beside that one; NULL: there is none. GTK keeps it. */
GtkWindow *window_find_beside (WindowFixture *fixture);

/* The window's question (dl_ask); NULL: none. GTK keeps it. */
GtkWindow *window_find_question (WindowFixture *fixture);
/* Click the answer with that label, which there is. */
void window_answer (WindowFixture *fixture, const char *label);

/* Where @widget is, outwards from it, and @why, for who reads a failure. */
void window_tell_of (GtkWidget *widget, const char *why);
