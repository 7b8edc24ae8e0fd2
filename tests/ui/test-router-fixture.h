/* A router at work, watched. */
#pragma once

#include "dl-seastar-inside.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

typedef struct
{
  DlScenario *scenario;
  DlSeastarPlan *plan;
  DlSeastar *sim;
  DlSeastarInside inside; /* as it was when test_router_look was last called */
} TestRouter;

/* Node @node of @preset with @edits ("traffic.load=.3"; NULL ends them), after @cycles. */
TestRouter *test_router_new (const char *preset, const char *const *edits, guint node,
                             guint64 cycles);
void test_router_free (TestRouter *test);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestRouter, test_router_free)
void test_router_look (TestRouter *test);

static inline const DlTorusNetwork *
test_router_network (const TestRouter *test)
{
  return test->plan->routes->network;
}

G_END_DECLS
