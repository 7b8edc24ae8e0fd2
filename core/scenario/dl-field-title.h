/* What keys are called by people: "Period of the age clock" for router.age-clock-period. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* Translated; NULL for the few that are never listed: the name and the kind. */
const char *dl_field_title (const DlField *field);
/* What people call a value that is the name of something: "Output crossing", translated; NULL: it
 * is what it says. */
const char *dl_field_value_title (const DlField *field, const char *value);
/* What its values are in, translated; NULL: nothing, or it depends on the scenario. */
const char *dl_field_unit (const DlField *field);

G_END_DECLS
