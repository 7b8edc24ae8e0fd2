/* What keys are called, and what their values are in. */
#include "dl-field-title.h"

#include "dl-scenario.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const struct
{
  const char *name, *title, *unit; /* translatable; no unit: NULL */
} titles[] = {
  { "torus.radix", N_ ("Radix in X, Y, Z"), NULL },
  { "torus.wrap", N_ ("Rings in X, Y, Z"), NULL },
  { "torus.datelines", N_ ("Datelines in X, Y, Z"), NULL },
  { "torus.tie", N_ ("Ties between directions"), NULL },
  { "torus.vc-policy", N_ ("Virtual-channel policy"), NULL },
  { "torus.engine", N_ ("Routing engine"), NULL },
  { "torus.vc-table", N_ ("Table of virtual channels"), NULL },
  { "dragonfly.shape", N_ ("Shape"), NULL },
  { "dragonfly.groups", N_ ("Groups"), NULL },
  { "dragonfly.chassis", N_ ("Chassis a group"), NULL },
  { "dragonfly.last-chassis", N_ ("Chassis of the last group"), NULL },
  { "dragonfly.blades", N_ ("Blades a chassis"), NULL },
  { "dragonfly.cables-per-pair", N_ ("Cables a pair of groups"), NULL },
  { "dragonfly.interconnect", N_ ("Cabling of the machine"), NULL },
  { "dragonfly.routers-per-group", N_ ("Routers a group"), NULL },
  { "dragonfly.nodes-per-router", N_ ("Nodes a router"), NULL },
  { "dragonfly.global-per-router", N_ ("Global links a router"), NULL },
  { "dragonfly.minimal", N_ ("Minimal routes"), NULL },
  { "dragonfly.routing", N_ ("Routing mode"), NULL },
  { "traffic.pattern", N_ ("Traffic pattern"), NULL },
  { "traffic.load", N_ ("Offered load"), NULL },
  { "traffic.packet-flits", N_ ("Packet length"), N_ ("flits") },
  { "traffic.target", N_ ("Target"), NULL },
  { "traffic.message-bytes", N_ ("Message length"), N_ ("bytes") },
  { "traffic.burst-messages", N_ ("Packets in a burst"), NULL },
  { "traffic.response-share", N_ ("Share of responses"), NULL },
  { "traffic.order", N_ ("Order of destinations"), NULL },
  { "traffic.placement", N_ ("Placement of ranks"), NULL },
  { "traffic.matrix", N_ ("Communication matrix"), NULL },
  { "traffic.source-vc", N_ ("Virtual channel at the source"), NULL },
  { "scenario.seed", N_ ("Seed"), NULL },
  { "router.input-buffer", N_ ("Input buffer"), N_ ("flits") },
  { "router.staging-buffer", N_ ("Staging buffer"), N_ ("flits") },
  { "router.link-cycles", N_ ("Delay of a link"), N_ ("cycles") },
  { "router.crossbar-cycles", N_ ("Delay of a crossbar"), N_ ("cycles") },
  { "router.ejection-rate", N_ ("Ejection rate"), N_ ("flits a cycle") },
  { "router.link-error-rate", N_ ("Flits in error"), NULL },
  { "router.request-age-bias", N_ ("Age bias of requests"), NULL },
  { "router.response-age-bias", N_ ("Age bias of responses"), NULL },
  { "router.age-clock-period", N_ ("Period of the age clock"), N_ ("cycles") },
  { "router.age-rr-select", N_ ("Grants by age"), NULL },
  { "router.aries-buffer", N_ ("Input buffer"), N_ ("flits") },
  { "router.aries-hop-ns", N_ ("Delay of a hop"), N_ ("ns") },
  { "router.aries-payload-bytes", N_ ("Payload of a packet"), N_ ("bytes") },
  { "router.aries-outstanding", N_ ("Packets a node has under way"), NULL },
  { "router.payload-efficiency", N_ ("Payload of what a link carries"), NULL },
  { "simulation.warmup-cycles", N_ ("Warm-up"), N_ ("cycles") },
  { "simulation.cycles", N_ ("Length of a run"), N_ ("cycles") },
  { "simulation.shifts", N_ ("Shifts of an all to all"), NULL },
  { "simulation.threads", N_ ("Threads"), NULL },
  { "torus.broken-links", N_ ("Broken cables, both directions"), NULL },
  { "torus.broken-channels", N_ ("Broken links, one direction"), NULL },
  { "torus.broken-nodes", N_ ("Broken nodes"), NULL },
  { "dragonfly.broken-links", N_ ("Broken links"), NULL },
  { "dragonfly.broken-routers", N_ ("Broken routers"), NULL },
  { "dragonfly.broken-cables", N_ ("Broken cables between groups"), NULL },
};

/* Its row, or -1. */
static gint
find_title (const DlField *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      const gsize length = strlen (field->group);

      if (strncmp (titles[i].name, field->group, length) == 0 && titles[i].name[length] == '.'
          && strcmp (titles[i].name + length + 1, field->key) == 0)
        return (gint) i;
    }
  return -1;
}

const char *
dl_field_title (const DlField *field)
{
  const gint i = find_title (field);

  return i >= 0 ? _ (titles[i].title) : NULL;
}

const char *
dl_field_unit (const DlField *field)
{
  const gint i = find_title (field);

  return i >= 0 && titles[i].unit != NULL ? _ (titles[i].unit) : NULL;
}

const char *
dl_field_value_title (const DlField *field, const char *value)
{
  const DlVcPolicy *policy = dl_vc_policy_find (value);
  const DlEngine *engine = dl_engine_find (value);
  const DlPattern *pattern = dl_pattern_find (value);
  const DlDragonflyMode *mode = dl_dragonfly_mode_find (value);
  const DlDragonflyMinimal *minimal = dl_dragonfly_minimal_find (value);
  const struct
  {
    const char *name, *title;
  } named[] = {
    { "torus.vc-policy", policy != NULL ? policy->title : NULL },
    { "torus.engine", engine != NULL ? engine->title : NULL },
    { "traffic.pattern", pattern != NULL ? pattern->title : NULL },
    { "dragonfly.routing", mode != NULL ? mode->title : NULL },
    { "dragonfly.minimal", minimal != NULL ? minimal->title : NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    if (field == dl_field_find_name (named[i].name))
      return named[i].title != NULL ? _ (named[i].title) : NULL;
  return NULL;
}
