#include "dl-help-keys.h"

#include <glib/gi18n.h>

/* Every key of the program, once. */
static const struct
{
  const char *group; /* where one begins */
  const char *keys;  /* accelerators with blanks between them, or the action that has them */
  const char *title;
} all[] = {
  { N_ ("General"), "win.undo", N_ ("Undo") },
  { NULL, "win.redo", N_ ("Redo") },
  { NULL, "win.go-to", N_ ("Go to a place, page, action, setting or anything else by its name") },
  { NULL, "win.library", N_ ("Library") },
  { NULL, "win.new", N_ ("New scenario") },
  { NULL, "win.compare", N_ ("Compare scenarios") },
  { NULL, "win.sweep", N_ ("Sweep keys over values; on a control Shift+F10") },
  { NULL, "win.papers", N_ ("Check published values and curves") },
  { NULL, "win.open-file", N_ ("Open a file") },
  { NULL, "win.open-counters", N_ ("Open measured counters") },
  { NULL, "<Ctrl>s", N_ ("Save a copy") },
  { NULL, "win.export", N_ ("Export a figure") },
  { NULL, "win.show-table('')", N_ ("Show the map or chart as a table") },
  { NULL, "win.report", N_ ("Make a report") },
  { NULL, "F10", N_ ("Main menu") },
  { NULL, "app.help-here", N_ ("Help for what has the keyboard") },
  { NULL, "app.help('keys')", N_ ("Keyboard shortcuts") },
  { NULL, "app.quit", N_ ("Quit") },
  { N_ ("Views"), "win.nth-view(0)", N_ ("Ring matrix, or groups of a dragonfly") },
  { NULL, "win.nth-view(1)", N_ ("Planes, or the inside of a group") },
  { NULL, "win.nth-view(2)", N_ ("Isometric, or chord") },
  { NULL, "win.nth-view(3)", N_ ("Ring, or table of a dragonfly") },
  { NULL, "win.nth-view(4)", N_ ("Table, or router of a dragonfly") },
  { NULL, "win.nth-view(5)",
    N_ ("Router, or packets of a dragonfly; arrows choose an output, Enter a grant") },
  { NULL, "win.nth-view(6)", N_ ("Packets; arrows go from packet to packet") },
  { NULL, "win.toy-toggle", N_ ("To a toy network, and back") },
  { NULL, "x y z", N_ ("Cut across this axis") },
  { NULL, "Page_Up Page_Down", N_ ("Isometric: move the cut; ring, group and plane: the next") },
  { NULL, "plus minus", N_ ("Zoom the map in and out, as Ctrl and the wheel do") },
  { NULL, "0", N_ ("Show the whole map") },
  { NULL, "<Ctrl>Left <Ctrl>Right <Ctrl>Up <Ctrl>Down",
    N_ ("Move a map that is zoomed, as dragging with the space bar or the middle button does") },
  { NULL, "p", N_ ("Enlarge a plane, or show all") },
  { NULL, "win.show-configuration", N_ ("Show or hide the configuration") },
  { NULL, "win.show-history", N_ ("History of the scenario") },
  { NULL, "<Alt>1", N_ ("First page on the right; Alt+2, the second") },
  { NULL, "win.show-page", N_ ("Show or hide the page on the right") },
  { NULL, "win.expand-page", N_ ("Expand a page over the map, or restore it") },
  { NULL, "win.resize-page(1)", N_ ("Make the page wider") },
  { NULL, "win.resize-page(-1)", N_ ("Make the page narrower") },
  { N_ ("Network"), "Left Right Up Down", N_ ("Move from link to link") },
  { NULL, "Return", N_ ("Select, then show the link’s ring") },
  { NULL, "b Delete", N_ ("Break or restore the selected cable or node") },
  { NULL, "<Shift>b", N_ ("Only the selected direction") },
  { NULL, "n", N_ ("Break or restore the link’s node") },
  { NULL, "t", N_ ("Break tool: every click breaks") },
  { NULL, "d", N_ ("Take the next dateline; arrows move it") },
  { NULL, "Escape", N_ ("Hide the route, then clear the selection") },
  { NULL, "win.break-random", N_ ("Break at random") },
  { NULL, "win.restore-all", N_ ("Restore everything") },
  { NULL, "<Ctrl>c <Ctrl>v", N_ ("In the list of faults: copy the chosen ones, or paste") },
  { NULL, "win.find-worst", N_ ("Find critical cables") },
  { N_ ("Routes and deadlock"), "e", N_ ("Explain a route: here from, there to") },
  { NULL, "c", N_ ("Show the deadlock cycle") },
  { NULL, "period comma", N_ ("Next or previous step of the route or cycle") },
  { NULL, "win.find-datelines", N_ ("Find the best dateline") },
  { NULL, "win.optimize-vc", N_ ("Optimize virtual channels") },
  { N_ ("Simulation"), "win.sim-run", N_ ("Run or pause") },
  { NULL, "win.sim-step", N_ ("One cycle") },
  { NULL, "win.sim-grant", N_ ("To the next grant of the router") },
  { NULL, "win.sim-restart", N_ ("Restart") },
  { N_ ("Pinned as B"), "win.pin", N_ ("Pin the state as B") },
  { NULL, "win.pin-before", N_ ("Pin the state before the last change") },
  { NULL, "win.unpin", N_ ("Unpin B") },
  { NULL, "1 2 3", N_ ("Show A, B, or A − B") },
  { N_ ("Lessons"), "win.lessons", N_ ("The lessons") },
  { NULL, "lesson.point", N_ ("To the place that the lesson points at, and back") },
  { NULL, "lesson.go-on", N_ ("Next step of the lesson") },
  { NULL, "lesson.back", N_ ("Step before") },
  { NULL, "lesson.hint", N_ ("A hint") },
  { N_ ("For a class"), "win.fullscreen", N_ ("Full screen") },
  { NULL, "win.presenter", N_ ("Presenter mode: large type, keys that are pressed") },
  { NULL, "win.laser", N_ ("Laser pointer") },
  { NULL, "win.freeze", N_ ("Freeze the picture, or continue") },
  { NULL, "win.black", N_ ("Black screen, or back") },
};

static void
key_free (gpointer data)
{
  DlHelpKey *key = data;

  g_free (key->keys);
  g_free (key);
}

char *
dl_help_key_name (const char *accelerator)
{
  guint keyval;
  GdkModifierType modifiers;

  return gtk_accelerator_parse (accelerator, &keyval, &modifiers)
             ? gtk_accelerator_get_label (keyval, modifiers)
             : g_strdup (accelerator);
}

static char *
join_names (const char *const *accelerators)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) strings = NULL;

  for (guint i = 0; accelerators[i] != NULL; i++)
    {
      g_autofree char *name = dl_help_key_name (accelerators[i]);

      g_strv_builder_add (names, name);
    }
  strings = g_strv_builder_end (names);
  return g_strjoinv (" / ", strings);
}

/* An action has a point in its name, after what it is an action of. */
static char *
names_of (const char *keys, GtkApplication *application)
{
  g_auto (GStrv) accelerators = NULL;

  if (strchr (keys, '.') == NULL)
    accelerators = g_strsplit (keys, " ", -1);
  else if (application != NULL)
    accelerators = gtk_application_get_accels_for_action (application, keys);
  return accelerators != NULL ? join_names ((const char *const *) accelerators) : g_strdup ("");
}

GPtrArray *
dl_help_keys_new (GtkApplication *application)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (key_free);
  const char *group = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      DlHelpKey *key = g_new0 (DlHelpKey, 1);

      if (all[i].group != NULL)
        group = _ (all[i].group);
      key->group = group;
      key->action = strchr (all[i].keys, '.') != NULL ? all[i].keys : NULL;
      key->keys = names_of (all[i].keys, application);
      key->title = _ (all[i].title);
      g_ptr_array_add (keys, key);
    }
  return keys;
}
