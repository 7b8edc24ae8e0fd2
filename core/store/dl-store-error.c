#include "dl-store-error.h"

#include <errno.h>

#include <glib/gi18n-lib.h>
#include <sqlite3.h>

G_DEFINE_QUARK (dl - store - error - quark, dl_store_error)

static void
set_full (GError **error, const char *name)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL,
               _ ("No space is left for the library “%s”: nothing was saved; free some space on "
                  "its disk and try again."),
               name);
}

void
dl_store_error_set_read_only (GError **error, const char *name)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY,
               _ ("The library “%s” cannot be written: check the permissions of the file and its "
                  "folder, or use a different library."),
               name);
}

void
dl_store_error_set_unreadable (GError **error, const char *name)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
               _ ("The library “%s” cannot be read: check the permissions of the file, its “-wal” "
                  "file and its folder, or use a different library."),
               name);
}

static void
set_not_opened (GError **error, const char *name, const char *reason)
{
  g_set_error (
      error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
      _ ("The library “%s” could not be opened (%s): check its name and its folder, or use a "
         "different library."),
      name, reason);
}

void
dl_store_error_set_system (GError **error, const char *name, int system_error)
{
  switch (system_error)
    {
    case ENOSPC:
    case EDQUOT:
      set_full (error, name);
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      dl_store_error_set_read_only (error, name);
      break;
    default:
      set_not_opened (error, name, g_strerror (system_error));
    }
}

void
dl_store_error_set_sqlite (GError **error, const char *name, int code, int system_error,
                           const char *detail)
{
  switch (code & 0xff)
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED,
                   _ ("The library “%s” is in use by another program: nothing was saved; close the "
                      "other program or try again."),
                   name);
      break;
    case SQLITE_FULL:
      set_full (error, name);
      break;
    case SQLITE_IOERR:
      if (system_error == ENOSPC || system_error == EDQUOT)
        set_full (error, name);
      else
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL,
                     _ ("The disk failed while reading or writing the library “%s” (%s): check the "
                        "disk and try again."),
                     name, system_error != 0 ? g_strerror (system_error) : detail);
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      dl_store_error_set_read_only (error, name);
      break;
    case SQLITE_CANTOPEN:
      if (system_error != 0)
        dl_store_error_set_system (error, name, system_error);
      else
        set_not_opened (error, name, detail);
      break;
    case SQLITE_NOTADB:
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                   _ ("The file “%s” is not a Dateline library: use a different file, or move "
                      "this one to have a new library created."),
                   name);
      break;
    case SQLITE_CORRUPT:
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
                   _ ("The library “%s” is damaged: save a copy of each scenario that still "
                      "opens, then move the file to have a new library created."),
                   name);
      break;
    case SQLITE_TOOBIG:
      g_set_error (
          error, DL_STORE_ERROR, DL_STORE_ERROR_FAILED,
          _ ("The scenario is too large for the library “%s” (at most %d MiB): save it to a file "
             "instead."),
          name, DL_STORE_MAX_VALUE_BYTES >> 20);
      break;
    default:
      g_set_error (
          error, DL_STORE_ERROR, DL_STORE_ERROR_FAILED,
          _ ("The library “%s” could not be used (%s): try again, or use a different library."),
          name, detail);
    }
}
