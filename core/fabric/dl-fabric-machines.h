/* Machines of a fabric: hosts that are ports of the same one, and the rail that each is on.
 * Immutable once found. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

#define DL_FABRIC_MAX_RAILS 64

struct _DlFabricMachines
{
  guint n_machines; /* machines of one port included */
  guint n_rails;    /* more than any rail */
  char **name;      /* (n_machines) by their first host */
  guint32 *machine; /* (n_hosts) */
  guint16 *rail;    /* (n_hosts) */
  guint32 *first;   /* (n_machines + 1) into hosts */
  guint32 *hosts;   /* (n_hosts) by machine, then rail */
};

/* How ports belong to rails in generated networks. */
typedef enum
{
  DL_FABRIC_RAILS_OPTIMIZED, /* each leaf switch is of one rail */
  DL_FABRIC_RAILS_MIXED      /* ports of a machine are side by side */
} DlFabricRailsKind;

/* Is @word the name of an adapter, or of its port: mlx5_0, HCA-1, hfi1_0, r1, HCA-1/P2? The port's
 * number alone is none: Technologies/P2. */
gboolean dl_fabric_is_adapter (const char *word);

/* Find the machines of @fabric by the descriptions of hosts. @pattern: "none"; "auto": up to the
 * last word, where that names an adapter, else by their system's GUID, where that is stated; else
 * with * and ?: what the first * stands for is the machine, all after it its port. A rail is the
 * number at the end of the port's name where a machine's ports have one each, else its place among
 * them. NULL: no machine has several ports. Free with dl_fabric_machines_free. */
DlFabricMachines *dl_fabric_machines_find (const DlFabric *fabric, const char *pattern);
/* Machines of @ports hosts each, called M0, M1 and so on. NULL: one port each. Errors:
 * DL_FABRIC_ERROR_PARAMETER: hosts, or leaf switches, are not a multiple of it. */
gboolean dl_fabric_machines_deal (const DlFabric *fabric, guint ports, DlFabricRailsKind kind,
                                  DlFabricMachines **machines, GError **error);
void dl_fabric_machines_free (DlFabricMachines *machines);

static inline guint
dl_fabric_machine_size (const DlFabricMachines *machines, guint machine)
{
  return machines->first[machine + 1] - machines->first[machine];
}

/* The machine of that name; DL_FABRIC_NONE: there is none. @machines: nullable. */
guint dl_fabric_machine_named (const DlFabricMachines *machines, const char *name);
/* The host that "MACHINE:RAIL" names; DL_FABRIC_NONE: there is none. */
guint dl_fabric_machine_port (const DlFabricMachines *machines, const char *text);
/* "gpu017:3"; NULL without machines. Free with g_free. */
char *dl_fabric_machine_port_name (const DlFabricMachines *machines, guint host);

G_END_DECLS
