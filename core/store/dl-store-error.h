/* Errors of a library. Every message is one sentence for people: the file, the problem and the
 * remedy. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_STORE_ERROR_OPEN,      /* not a database, damaged as a whole, no file */
  DL_STORE_ERROR_NEWER,     /* made by a newer version of the program */
  DL_STORE_ERROR_READ_ONLY, /* the file or its folder may not be written */
  DL_STORE_ERROR_FULL,      /* the disk: no space, or it fails */
  DL_STORE_ERROR_LOCKED,    /* another instance holds it */
  DL_STORE_ERROR_CONFLICT,  /* another instance changed this scenario meanwhile */
  DL_STORE_ERROR_NOT_FOUND, /* no such scenario, or no library to read */
  DL_STORE_ERROR_AMBIGUOUS, /* several scenarios of that name */
  DL_STORE_ERROR_DAMAGED,   /* the requested part is unreadable; the rest can still be read */
  DL_STORE_ERROR_OLDER,     /* only to be read, but must be brought up to date first */
  DL_STORE_ERROR_VALUE,     /* a value cannot be stored */
  DL_STORE_ERROR_FAILED
} DlStoreError;

#define DL_STORE_ERROR (dl_store_error_quark ())
GQuark dl_store_error_quark (void);

/* For the store's own files: what the system and SQLite say, told as DL_STORE_ERROR. @name is the
 * library's, for people. */

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
