/* A file that was written, shown in the file manager. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Its folder, with @path selected; where no file manager can do that, its folder. */
void dl_show_in_files (const char *path);

G_END_DECLS
