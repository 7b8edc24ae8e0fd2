/* The actions on the open scenario and its file: open-file, save-copy, a program for
 * its ranks, and what to do when it could
 * not be saved, retry-save and keep-as-new. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_scenario_actions_add (DlShell *shell);
/* A scenario file, or a figure that carries one. A file outside its folder that it names is read
 * only if the user agrees: its content becomes part of the scenario. */
/* A machine's own network with its @parts (n_parts), forwarding tables for instance. */
void dl_scenario_actions_open (DlShell *shell, GFile *file, GFile *const *parts, guint n_parts);
/* Parts of a machine's network become part of the open scenario, as one step. */
void dl_scenario_actions_add_parts (DlShell *shell, GFile *const *files, guint n);
/* The content of a GOAL file becomes the program of the open scenario, as one step. */
void dl_scenario_actions_set_program (DlShell *shell, GFile *file);

G_END_DECLS
