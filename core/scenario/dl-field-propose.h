/* Values of a key: those that there are, and those worth a try, what a sweep is to begin with. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* All words that @field can be where it is one of some; NULL: it is none. Free with g_strfreev. */
GStrv dl_field_words (const DlField *field);
/* Values of @field for a sweep of @scenario, with commas between them and "\," for one inside of a
 * value, or FROM:TO:*FACTOR: of a choice all that there are, of a number some around the one that
 * it has, each of which makes a sound scenario. @dim: which dimension of a torus' key, DL_N_DIMS
 * for any. NULL if fewer than two come to mind. Free with g_free. */
char *dl_field_propose (const DlField *field, const DlScenario *scenario, guint dim);
/* FALSE: nothing of @scenario's kind and shape of network reads the key, which has no effect. */
gboolean dl_field_suits (const DlField *field, const DlScenario *scenario);
/* Does it change nothing but what is simulated, and not what the static analysis says? */
gboolean dl_field_is_of_simulation (const DlField *field);

G_END_DECLS
