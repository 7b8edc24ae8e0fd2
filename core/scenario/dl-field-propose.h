/* Values of a key that are worth a try: what a sweep is to begin with. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* Values of @field for a sweep of @scenario, with commas between them and "\," for one inside of a
 * value, or FROM:TO:*FACTOR: of a choice all that there are, of a number some around the one that
 * it has, each of which makes a sound scenario. @part: which item of a list is to vary, such as the
 * dimension of a torus' key; G_MAXUINT for any. NULL if fewer than two come to mind. Free with
 * g_free. */
char *dl_field_propose (const DlField *field, const DlScenario *scenario, guint part);

G_END_DECLS
