/* A box of controls that show and edit the scenario of a session: the part that they all have. */
#pragma once

#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SETTINGS (dl_settings_get_type ())
G_DECLARE_DERIVABLE_TYPE (DlSettings, dl_settings, DL, SETTINGS, GtkBox)

struct _DlSettingsClass
{
  GtkBoxClass parent_class;
  /* Show @scenario, asking for nothing: after each of its changes, and when one was refused. */
  void (*follow) (DlSettings *self, const DlScenario *scenario);
  /* Result computed for it; may be NULL, and lags behind. */
  void (*follow_result) (DlSettings *self, const DlEvaluation *result);
};

/* Also that of all settings inside; NULL for none. */
void dl_settings_set_session (DlSettings *self, DlSession *session);
DlSession *dl_settings_get_session (DlSettings *self);

/* Ask for @text as the value of @key: one of the steps of a movement, until it has settled. */
void dl_settings_set (DlSettings *self, const char *key, const char *text);
void dl_settings_settled (DlSettings *self);

/* Pieces; they go to the end of @box. */

/* A card by itself, to be put somewhere. */
GtkWidget *dl_settings_new_card (void);
/* A group as the configuration has them: its title, and under it the card that is returned. */
GtkWidget *dl_settings_add_group (GtkWidget *box, const char *title);
/* Another title for the group of @card. */
void dl_settings_set_title (GtkWidget *card, const char *title);
/* A line of a card, for a label and controls. */
GtkWidget *dl_settings_add_line (GtkWidget *box);
/* Name of a control, with a mnemonic for it; it takes the room that is left. */
GtkWidget *dl_settings_add_name (GtkWidget *line, const char *label, GtkWidget *control);
/* A sentence in a card, a GtkLabel. */
GtkWidget *dl_settings_add_note (GtkWidget *card, const char *text);
/* A label for a problem, hidden at first. */
GtkWidget *dl_settings_add_problem (GtkWidget *card);
/* A line for buttons at the end of a card, and one for it, with a mnemonic. */
GtkWidget *dl_settings_add_buttons (GtkWidget *card);
GtkWidget *dl_settings_add_button (GtkWidget *buttons, const char *label, const char *tooltip);

G_END_DECLS
