/* dateline-cli route: what all families' routes begin with. */
#pragma once

#include "cli-json.h"

G_BEGIN_DECLS

/* A route's object that is begun; @reason: (nullable) why it is not "delivered". */
JsonBuilder *cli_json_new_route (const char *status, const char *reason);

G_END_DECLS
