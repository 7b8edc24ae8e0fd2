#include "dl-overlay.h"

static DlPlace
hop_at (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map, guint i)
{
  return on->hop (map, overlay->path->channels[i] / overlay->net->n_vcs);
}

/* The numbers of the hops that have the same place as hop @i; NULL if an earlier one has. *@steps:
 * whether one of them is the step that stands out. */
static char *
numbers_at (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map, guint i,
            gboolean *steps)
{
  const DlPlace place = hop_at (overlay, on, map, i);
  g_autoptr (GString) hops = g_string_new (NULL);

  *steps = FALSE;
  for (guint j = 0; j < overlay->path->n; j++)
    if (dl_place_equal (hop_at (overlay, on, map, j), place))
      {
        if (j < i)
          return NULL;
        *steps |= j == overlay->path->step;
        g_string_append_printf (hops, "%s%u", hops->len > 0 ? ", " : "", j + 1);
      }
  return g_string_free (g_steal_pointer (&hops), FALSE);
}

static void
draw_path (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map, cairo_t *cr,
           const DlTheme *theme)
{
  for (guint i = 0; i < overlay->path->n; i++)
    on->outline (map, cr, hop_at (overlay, on, map, i), 2, &theme->path, theme);
  for (guint i = 0; i < overlay->path->n && !on->bare; i++)
    {
      DlRect rect;
      gboolean steps;
      g_autofree char *hops = on->rect (map, hop_at (overlay, on, map, i), &rect)
                                  ? numbers_at (overlay, on, map, i, &steps)
                                  : NULL;

      if (hops != NULL)
        dl_map_draw_hops (cr, &rect, hops, steps, on->width, on->height, theme);
    }
}

void
dl_overlay_draw (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map,
                 const DlMapFound *found, cairo_t *cr, const DlTheme *theme)
{
  dl_map_found_draw (found, cr, on->width, on->height, theme);
  for (guint i = 0; i < overlay->n_marked; i++)
    on->outline (map, cr, overlay->marked[i], 2, &theme->path, theme);
  if (!dl_place_equal (overlay->hovered, overlay->selected))
    on->outline (map, cr, overlay->hovered, 1, &theme->foreground, theme);
  on->outline (map, cr, overlay->selected, overlay->focused ? 3 : 2, &theme->accent, theme);
  if (overlay->path != NULL && on->hop != NULL)
    draw_path (overlay, on, map, cr, theme);
}
