/* Shared by tests of scenarios. Random scenarios and edits for tests of properties are the same for
 * a seed on every machine. */
#pragma once

#include "dl-edit.h"
#include "dl-rng.h"

G_BEGIN_DECLS

/* A value that @field may have in @scenario, as file text. */
char *test_random_value (const DlField *field, const DlScenario *scenario, DlRng *rng);
/* A scenario that dl_scenario_check accepts, some of its keys stated, some with extras. */
DlScenario *test_random_scenario (DlRng *rng);
/* Edits of any kind; most of them apply to @scenario, some are refused. */
GPtrArray *test_random_edits (const DlScenario *scenario, DlRng *rng);

/* The text of a file, "t", must be good; @warnings may be NULL. */
DlScenario *test_parse_scenario (const char *text, GStrv *warnings);
/* "group.key" must have @value. */
void test_assert_value (const DlScenario *scenario, const char *name, const char *value);
/* Fails with both texts if @a and @b differ. */
void test_assert_equal (const DlScenario *a, const DlScenario *b);

G_END_DECLS
