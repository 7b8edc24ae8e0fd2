/* Files of a fabric as a scenario carries them: topology and tables, compressed. Immutable, shared
 * by reference. */
#pragma once

#include "dl-fabric-reader.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  char *text;          /* a line: "zlib:" and the file, compressed, in base64; or a file's name */
  GBytes *bytes;       /* what is in it; NULL: only the name is known, the file was not read */
  gboolean is_records; /* path records, without the tables that they belong to */
} DlFabricFile;

/* Of a file's content, which is copied. */
DlFabricFile *dl_fabric_file_new (const char *content, gsize length);
/* From @text as above. Errors: G_IO_ERROR for what is not compressed so, DL_FABRIC_ERROR_LIMIT. */
DlFabricFile *dl_fabric_file_parse (const char *text, GError **error);
/* Tables with path records of a file of their own, which come first: of a pair that both have, the
 * newer one counts. @tables itself if it begins with @records. Errors: DL_FABRIC_ERROR_LIMIT. */
DlFabricFile *dl_fabric_file_join (DlFabricFile *records, DlFabricFile *tables, GError **error);
/* Is @text a file's content and not its name? */
gboolean dl_fabric_file_is_content (const char *text);
DL_SHARED (DlFabricFile, dl_fabric_file)

G_END_DECLS
