/* The actions on the library: library, open-stored, unremove and export-results. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_library_actions_add (DlShell *shell);
/* Import the library @file into the one at hand; one scenario alone is opened. */
void dl_library_actions_import (DlShell *shell, GFile *file);

G_END_DECLS
