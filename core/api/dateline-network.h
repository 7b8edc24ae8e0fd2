/* Networks: nodes, routers and directed links as arrays, and the names of each. */
#pragma once

#include "dateline-scenario.h"

G_BEGIN_DECLS

#define DATELINE_TYPE_NETWORK (dateline_network_get_type ())
G_DECLARE_FINAL_TYPE (DatelineNetwork, dateline_network, DATELINE, NETWORK, GObject)

DatelineNetwork *dateline_network_new (DatelineScenario *scenario, GError **error);

guint dateline_network_get_n_nodes (DatelineNetwork *self);
guint dateline_network_get_n_routers (DatelineNetwork *self);
guint dateline_network_get_n_links (DatelineNetwork *self);
guint dateline_network_get_n_vcs (DatelineNetwork *self);
guint dateline_network_get_n_groups (DatelineNetwork *self);

DatelineArray *dateline_network_get_link_from (DatelineNetwork *self);
DatelineArray *dateline_network_get_link_to (DatelineNetwork *self);
DatelineArray *dateline_network_get_link_port (DatelineNetwork *self);
DatelineArray *dateline_network_get_link_class (DatelineNetwork *self);
DatelineArray *dateline_network_get_link_works (DatelineNetwork *self);
DatelineArray *dateline_network_get_link_capacity (DatelineNetwork *self);
DatelineArray *dateline_network_get_node_router (DatelineNetwork *self);
DatelineArray *dateline_network_get_node_works (DatelineNetwork *self);
DatelineArray *dateline_network_get_router_works (DatelineNetwork *self);
DatelineArray *dateline_network_get_router_group (DatelineNetwork *self);

char **dateline_network_get_class_names (DatelineNetwork *self);
char *dateline_network_get_node_name (DatelineNetwork *self, guint node, GError **error);
char *dateline_network_get_router_name (DatelineNetwork *self, guint router, GError **error);
char *dateline_network_get_link_name (DatelineNetwork *self, guint link, GError **error);
gboolean dateline_network_find_node (DatelineNetwork *self, const char *name, guint *node,
                                     GError **error);
gboolean dateline_network_find_link (DatelineNetwork *self, const char *name, guint *link,
                                     GError **error);

G_END_DECLS
