/* Opening a file that is to be read whole. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file descriptor to read the regular file @path; -1 with errno, EISDIR for a folder and EINVAL
 * for a pipe, device or socket. It never waits: a pipe that nobody writes to would keep whoever
 * opens it. Close it with close; a new descriptor is not inherited by other programs. */
int dl_open_regular (const char *path);
/* The first bytes of such a file, at most @size; returns how many. 0, too, if it cannot be read. */
gsize dl_read_head (const char *path, char *head, gsize size);

G_END_DECLS
