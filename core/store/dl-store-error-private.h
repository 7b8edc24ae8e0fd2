/* What the system and SQLite say, told as DL_STORE_ERROR. @name is the library's, for people. */
#pragma once

#include "dl-store-error.h"

G_BEGIN_DECLS

/* The longest value: a scenario file's limit twice, with room for escapes. Keeps a damaged length
 * field from asking for a gigabyte. */
#define DL_STORE_MAX_VALUE_BYTES (64 * 1024 * 1024)

void dl_store_error_set_read_only (GError **error, const char *name);
void dl_store_error_set_unreadable (GError **error, const char *name);
/* @system_error is an errno. */
void dl_store_error_set_system (GError **error, const char *name, int system_error);
/* @code is SQLite's (extended) result code, @system_error the errno behind it or 0, @detail
 * sqlite3_errmsg. */
void dl_store_error_set_sqlite (GError **error, const char *name, int code, int system_error,
                                const char *detail);

G_END_DECLS
