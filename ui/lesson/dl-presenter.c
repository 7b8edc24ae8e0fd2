#include "dl-presenter.h"

#include "compat.h"
#include "dl-laser.h"
#include "dl-lesson-actions.h"
#include "dl-lessons.h"

#include <glib/gi18n-lib.h>

static void set_cover (DlPresenter *self, DlCover cover);

/* How much larger type is, and for how long keys stay, in ms. */
#define TYPE_SCALE 1.4
#define KEYS_STAY  2000

struct _DlPresenter
{
  GObject parent;
  GtkWindow *window; /* which owns this */
  GtkWidget *ground; /* part of it, at whose bottom keys are shown */
  GtkWidget *laser;
  GtkLabel *keys;
  GtkStack *cover;
  GtkPicture *still;
  gboolean on;
  gboolean has_laser;
  DlCover covered;
  int own_dpi; /* of the screen, while type is large */
  char *last_key;
  guint times; /* that it was pressed */
  guint keys_timeout;
};

G_DEFINE_FINAL_TYPE (DlPresenter, dl_presenter, G_TYPE_OBJECT)

enum
{
  PROP_ON = 1,
  PROP_LASER,
  PROP_COVER,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

/* Keys ----------------------------------------------------------------------------------------- */

static void
hide_keys (DlPresenter *self)
{
  g_clear_handle_id (&self->keys_timeout, g_source_remove);
  g_clear_pointer (&self->last_key, g_free);
  self->times = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->keys), FALSE);
}

static gboolean
on_keys_timeout (gpointer data)
{
  DlPresenter *self = data;

  self->keys_timeout = 0;
  hide_keys (self);
  return G_SOURCE_REMOVE;
}

/* Over the map, not over what the window says below it. */
static void
place_keys (DlPresenter *self)
{
  GtkWidget *overlay = gtk_widget_get_parent (GTK_WIDGET (self->keys));
  graphene_rect_t bounds;
  int below = 0;

  if (gtk_widget_get_mapped (self->ground)
      && gtk_widget_compute_bounds (self->ground, overlay, &bounds))
    below = gtk_widget_get_height (overlay) - (int) (bounds.origin.y + bounds.size.height);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->keys), MAX (0, below));
}

static void
show_key (DlPresenter *self, guint keyval, GdkModifierType state)
{
  g_autofree char *key = gtk_accelerator_get_label (gdk_keyval_to_lower (keyval), state);
  g_autofree char *text = NULL;

  if (g_strcmp0 (key, self->last_key) != 0)
    {
      g_free (self->last_key);
      self->last_key = g_strdup (key);
      self->times = 0;
    }
  self->times++;
  /* Translators: a key and how often it was pressed in a row. */
  text = self->times > 1 ? g_strdup_printf (_ ("%s × %u"), key, self->times) : g_strdup (key);
  gtk_label_set_text (self->keys, text);
  place_keys (self);
  gtk_widget_set_visible (GTK_WIDGET (self->keys), TRUE);
  g_clear_handle_id (&self->keys_timeout, g_source_remove);
  self->keys_timeout = g_timeout_add (KEYS_STAY, on_keys_timeout, self);
}

/* Typed text is seen where it is typed. */
static gboolean
is_typed (DlPresenter *self, guint keyval, GdkModifierType state)
{
  GtkWidget *focus = gtk_window_get_focus (self->window);

  return (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus)) && state == 0
         && g_unichar_isprint (gdk_keyval_to_unicode (keyval));
}

/* Before any widget takes the key; it is passed on in any case. */
static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlPresenter *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (keys));
  const GdkModifierType held = state & gtk_accelerator_get_default_mod_mask ();

  if (!self->on || (event != NULL && gdk_key_event_is_modifier (event)))
    return FALSE;
  if (self->covered == DL_COVER_BLACK && keyval == GDK_KEY_Escape)
    {
      set_cover (self, DL_COVER_NONE);
      return TRUE;
    }
  if (!is_typed (self, keyval, held & ~(GdkModifierType) GDK_SHIFT_MASK))
    show_key (self, keyval, held);
  return FALSE;
}

/* Laser ---------------------------------------------------------------------------------------- */

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, DlPresenter *self)
{
  double at_x, at_y;

  if (self->has_laser
      && dl_compat_translate (GTK_WIDGET (self->window), self->laser, x, y, &at_x, &at_y))
    dl_laser_move (DL_LASER (self->laser), at_x, at_y);
}

static void
on_leave (GtkEventControllerMotion *motion, DlPresenter *self)
{
  dl_laser_move (DL_LASER (self->laser), -1, -1);
}

static void
set_laser (DlPresenter *self, gboolean laser)
{
  g_return_if_fail (DL_IS_PRESENTER (self));

  laser = laser && self->on;
  if (laser == self->has_laser)
    return;
  self->has_laser = laser;
  gtk_widget_set_visible (self->laser, laser && self->covered != DL_COVER_BLACK);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LASER]);
}

gboolean
dl_presenter_get_laser (DlPresenter *self)
{
  g_return_val_if_fail (DL_IS_PRESENTER (self), FALSE);
  return self->has_laser;
}

/* Covers --------------------------------------------------------------------------------------- */

static void
take_still (DlPresenter *self)
{
  GtkWidget *overlay = gtk_widget_get_parent (GTK_WIDGET (self->cover));
  g_autoptr (GdkPaintable) live
      = gtk_widget_paintable_new (gtk_overlay_get_child (GTK_OVERLAY (overlay)));
  g_autoptr (GdkPaintable) still = gdk_paintable_get_current_image (live);

  gtk_picture_set_paintable (self->still, still);
}

static void
set_cover (DlPresenter *self, DlCover cover)
{
  GtkWidget *bar;

  g_return_if_fail (DL_IS_PRESENTER (self));

  if (!self->on)
    cover = DL_COVER_NONE;
  if (cover == self->covered)
    return;
  if (cover == DL_COVER_FROZEN)
    take_still (self);
  self->covered = cover;
  gtk_stack_set_visible_child_name (self->cover, cover == DL_COVER_BLACK ? "black" : "frozen");
  gtk_widget_set_visible (GTK_WIDGET (self->cover), cover != DL_COVER_NONE);
  gtk_widget_set_visible (self->laser, self->has_laser && cover != DL_COVER_BLACK);
  if (cover == DL_COVER_BLACK)
    hide_keys (self);
  if (cover == DL_COVER_NONE)
    gtk_picture_set_paintable (self->still, NULL);
  /* The bar of the window is outside of what can be covered. */
  bar = gtk_window_get_titlebar (self->window);
  if (bar != NULL)
    gtk_widget_set_visible (bar, cover != DL_COVER_BLACK);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_COVER]);
}

DlCover
dl_presenter_get_cover (DlPresenter *self)
{
  g_return_val_if_fail (DL_IS_PRESENTER (self), DL_COVER_NONE);
  return self->covered;
}

static void
on_cover_pressed (GtkGestureClick *click, int n_press, double x, double y, DlPresenter *self)
{
  set_cover (self, DL_COVER_NONE);
}

static GtkWidget *
make_cover (DlPresenter *self)
{
  GtkWidget *cover = gtk_stack_new (), *frozen = gtk_overlay_new ();
  GtkWidget *mark = gtk_label_new (_ ("Frozen: a click or F3 continues"));
  GtkWidget *black = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *click = gtk_gesture_click_new ();

  self->cover = GTK_STACK (cover);
  self->still = GTK_PICTURE (gtk_picture_new ());
  gtk_picture_set_can_shrink (self->still, TRUE);
  gtk_picture_set_alternative_text (self->still, _ ("The window at the moment of freezing"));
  gtk_overlay_set_child (GTK_OVERLAY (frozen), GTK_WIDGET (self->still));
  gtk_overlay_add_overlay (GTK_OVERLAY (frozen), mark);
  gtk_widget_set_halign (mark, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  gtk_widget_add_css_class (mark, "dl-presented");
  /* The still shows the content of the window, not the desktop behind it. */
  gtk_widget_add_css_class (frozen, "background");
  gtk_widget_add_css_class (black, "dl-black");
  gtk_stack_add_named (self->cover, frozen, "frozen");
  gtk_stack_add_named (self->cover, black, "black");
  gtk_widget_set_visible (cover, FALSE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_cover_pressed), self);
  gtk_widget_add_controller (cover, GTK_EVENT_CONTROLLER (click));
  return cover;
}

/* Type ----------------------------------------------------------------------------------------- */

static void
scale_type (DlPresenter *self, gboolean large)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (self->window));
  const int normal = 96 * 1024;

  if (large)
    {
      g_object_get (settings, "gtk-xft-dpi", &self->own_dpi, NULL);
      g_object_set (settings, "gtk-xft-dpi",
                    (int) (TYPE_SCALE * (self->own_dpi > 0 ? self->own_dpi : normal)), NULL);
    }
  else
    g_object_set (settings, "gtk-xft-dpi", self->own_dpi, NULL);
}

static void
set_on (DlPresenter *self, gboolean on)
{
  g_return_if_fail (DL_IS_PRESENTER (self));

  if (on == self->on)
    return;
  if (!on)
    {
      set_laser (self, FALSE);
      set_cover (self, DL_COVER_NONE);
      hide_keys (self);
    }
  self->on = on;
  scale_type (self, on);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ON]);
}

static gboolean
get_on (DlPresenter *self)
{
  g_return_val_if_fail (DL_IS_PRESENTER (self), FALSE);
  return self->on;
}

const char *
dl_presenter_get_keys (DlPresenter *self)
{
  g_return_val_if_fail (DL_IS_PRESENTER (self), NULL);
  return gtk_widget_get_visible (GTK_WIDGET (self->keys)) ? gtk_label_get_text (self->keys) : NULL;
}

/* The object ----------------------------------------------------------------------------------- */

static void
dl_presenter_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlPresenter *self = DL_PRESENTER (object);

  switch (id)
    {
    case PROP_ON:
      g_value_set_boolean (value, self->on);
      break;
    case PROP_LASER:
      g_value_set_boolean (value, self->has_laser);
      break;
    case PROP_COVER:
      g_value_set_uint (value, self->covered);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dl_presenter_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlPresenter *self = DL_PRESENTER (object);

  switch (id)
    {
    case PROP_ON:
      set_on (self, g_value_get_boolean (value));
      break;
    case PROP_LASER:
      set_laser (self, g_value_get_boolean (value));
      break;
    case PROP_COVER:
      set_cover (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dl_presenter_finalize (GObject *object)
{
  DlPresenter *self = DL_PRESENTER (object);

  g_clear_handle_id (&self->keys_timeout, g_source_remove);
  g_free (self->last_key);
  G_OBJECT_CLASS (dl_presenter_parent_class)->finalize (object);
}

static void
dl_presenter_class_init (DlPresenterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = dl_presenter_finalize;
  object_class->get_property = dl_presenter_get_property;
  object_class->set_property = dl_presenter_set_property;
  props[PROP_ON] = g_param_spec_boolean ("on", NULL, NULL, FALSE, flags);
  props[PROP_LASER] = g_param_spec_boolean ("laser", NULL, NULL, FALSE, flags);
  props[PROP_COVER] = g_param_spec_uint ("cover", NULL, NULL, DL_COVER_NONE, DL_COVER_BLACK,
                                         DL_COVER_NONE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
dl_presenter_init (DlPresenter *self)
{
}

/* Type is the whole program's, and stays large in no other window. */
static void
on_unrealize (DlPresenter *self)
{
  set_on (self, FALSE);
}

static void
watch (DlPresenter *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self->window), keys);
  gtk_widget_add_controller (GTK_WIDGET (self->window), motion);
  g_signal_connect_swapped (self->window, "unrealize", G_CALLBACK (on_unrealize), self);
}

/* For @window, which has its child already and owns the returned object; @ground is a part of it,
 * at whose bottom keys are shown. */
static DlPresenter *
presenter_new (GtkWindow *window, GtkWidget *ground)
{
  DlPresenter *self = g_object_new (DL_TYPE_PRESENTER, NULL);
  GtkWidget *child = g_object_ref (gtk_window_get_child (window));
  GtkWidget *overlay = gtk_overlay_new (), *keys = gtk_label_new (NULL);

  self->window = window;
  self->ground = ground;
  self->keys = GTK_LABEL (keys);
  self->laser = dl_laser_new ();
  gtk_widget_add_css_class (keys, "dl-presented");
  gtk_widget_set_halign (keys, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (keys, GTK_ALIGN_END);
  gtk_widget_set_can_target (keys, FALSE);
  gtk_widget_set_visible (keys, FALSE);
  gtk_widget_set_visible (self->laser, FALSE);

  gtk_window_set_child (window, overlay);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), make_cover (self));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->laser);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), keys);
  g_object_unref (child);
  watch (self);
  g_object_set_data_full (G_OBJECT (window), "dl-presenter", self, g_object_unref);
  return self;
}

typedef struct
{
  DlShell *shell;
  DlPresenter *presenter;                        /* of its window */
  gboolean own_fullscreen, own_configuration;    /* without presenter mode */
  gboolean wants_fullscreen, turning_fullscreen; /* asked for, and not yet so */
} Presenting;

static void
change_flag (DlShell *self, const char *name, gboolean flag)
{
  dl_shell_change_state (self, name, g_variant_new_boolean (flag));
}

static gboolean
get_flag (DlShell *self, const char *name)
{
  g_autoptr (GVariant) state = dl_shell_get_state (self, name);

  return g_variant_get_boolean (state);
}

static void
show_flag (const Presenting *presenting, const char *name, gboolean flag)
{
  dl_shell_show_state (presenting->shell, name, g_variant_new_boolean (flag));
}

static void
change_fullscreen (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  Presenting *presenting = user_data;
  GtkWindow *window = GTK_WINDOW (presenting->shell);

  presenting->wants_fullscreen = g_variant_get_boolean (state);
  presenting->turning_fullscreen
      = presenting->wants_fullscreen != gtk_window_is_fullscreen (window);
  if (presenting->wants_fullscreen)
    gtk_window_fullscreen (window);
  else
    gtk_window_unfullscreen (window);
}

/* Requested state: window managers take their time. */
static gboolean
is_to_be_fullscreen (const Presenting *presenting)
{
  return presenting->turning_fullscreen ? presenting->wants_fullscreen
                                        : get_flag (presenting->shell, "fullscreen");
}

static void
change_presenter (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  set_on (((const Presenting *) user_data)->presenter, g_variant_get_boolean (state));
}

static void
change_laser (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  set_laser (((const Presenting *) user_data)->presenter, g_variant_get_boolean (state));
}

static void
change_freeze (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  set_cover (((const Presenting *) user_data)->presenter,
             g_variant_get_boolean (state) ? DL_COVER_FROZEN : DL_COVER_NONE);
}

static void
change_black (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  set_cover (((const Presenting *) user_data)->presenter,
             g_variant_get_boolean (state) ? DL_COVER_BLACK : DL_COVER_NONE);
}

static void
on_fullscreened (Presenting *presenting)
{
  const gboolean is = gtk_window_is_fullscreen (GTK_WINDOW (presenting->shell));

  presenting->turning_fullscreen &= is != presenting->wants_fullscreen;
  show_flag (presenting, "fullscreen", is);
}

/* The lesson that was presented the last time, where it was left; unless one is being done. */
static void
take_up_lesson (DlShell *self, GSettings *settings)
{
  g_autofree char *id = g_settings_get_string (settings, "presenter-lesson");
  guint step;

  if (*id != '\0' && dl_lesson_desk_get_lesson (self, &step) == NULL)
    dl_lesson_desk_take_up (self, id, g_settings_get_uint (settings, "presenter-step"));
}

static void
keep_lesson (DlShell *self, GSettings *settings)
{
  g_auto (GStrv) shipped = dl_lessons_list ();
  guint step = 0;
  const char *id = dl_lesson_desk_get_lesson (self, &step);

  if (id != NULL && !g_strv_contains ((const char *const *) shipped, id))
    id = NULL; /* of a file that may be elsewhere the next time */
  g_settings_set_string (settings, "presenter-lesson", id != NULL ? id : "");
  g_settings_set_uint (settings, "presenter-step", step);
}

/* Into the arrangement that presenting had the last time, and back into the window's own. */
static void
arrange (Presenting *presenting, gboolean on)
{
  DlShell *self = presenting->shell;
  GSettings *settings = dl_shell_get_settings (self);

  if (on)
    {
      presenting->own_fullscreen = is_to_be_fullscreen (presenting);
      presenting->own_configuration = get_flag (self, "show-configuration");
      if (settings == NULL)
        {
          change_flag (self, "show-configuration", FALSE);
          return;
        }
      change_flag (self, "fullscreen", g_settings_get_boolean (settings, "presenter-fullscreen"));
      change_flag (self, "show-configuration",
                   g_settings_get_boolean (settings, "presenter-configuration"));
      take_up_lesson (self, settings);
      return;
    }
  if (settings != NULL)
    {
      g_settings_set_boolean (settings, "presenter-fullscreen", is_to_be_fullscreen (presenting));
      g_settings_set_boolean (settings, "presenter-configuration",
                              get_flag (self, "show-configuration"));
      keep_lesson (self, settings);
    }
  change_flag (self, "fullscreen", presenting->own_fullscreen);
  change_flag (self, "show-configuration", presenting->own_configuration);
}

static void
enable (DlShell *self, gboolean on)
{
  dl_shell_set_enabled (self, "laser", on);
  dl_shell_set_enabled (self, "freeze", on);
  dl_shell_set_enabled (self, "black", on);
}

static void
on_on (Presenting *presenting)
{
  const gboolean on = get_on (presenting->presenter);

  show_flag (presenting, "presenter", on);
  enable (presenting->shell, on);
  dl_lesson_desk_present (presenting->shell, on);
  arrange (presenting, on);
}

static void
on_laser (Presenting *presenting)
{
  show_flag (presenting, "laser", dl_presenter_get_laser (presenting->presenter));
}

static void
on_cover (Presenting *presenting)
{
  const DlCover cover = dl_presenter_get_cover (presenting->presenter);

  show_flag (presenting, "freeze", cover == DL_COVER_FROZEN);
  show_flag (presenting, "black", cover == DL_COVER_BLACK);
}

/* Off first, which keeps the lesson in mind. */
static void
presenting_free (gpointer data)
{
  Presenting *presenting = data;

  set_on (presenting->presenter, FALSE);
  g_signal_handlers_disconnect_by_data (presenting->presenter, presenting);
  g_signal_handlers_disconnect_by_data (presenting->shell, presenting);
  g_free (presenting);
}

void
dl_presenter_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "fullscreen", .state = "false", .change_state = change_fullscreen },
    { .name = "presenter", .state = "false", .change_state = change_presenter },
    { .name = "laser", .state = "false", .change_state = change_laser },
    { .name = "freeze", .state = "false", .change_state = change_freeze },
    { .name = "black", .state = "false", .change_state = change_black },
  };
  Presenting *presenting = g_new0 (Presenting, 1);
  DlPresenter *presenter
      = presenter_new (GTK_WINDOW (shell), GTK_WIDGET (dl_shell_get_views (shell)));

  presenting->shell = shell;
  presenting->presenter = presenter;
  g_action_map_add_action_entries (G_ACTION_MAP (shell), entries, G_N_ELEMENTS (entries),
                                   presenting);
  dl_shell_keep (shell, "presenter", presenting, presenting_free);
  g_signal_connect_swapped (presenter, "notify::on", G_CALLBACK (on_on), presenting);
  g_signal_connect_swapped (presenter, "notify::laser", G_CALLBACK (on_laser), presenting);
  g_signal_connect_swapped (presenter, "notify::cover", G_CALLBACK (on_cover), presenting);
  g_signal_connect_swapped (shell, "notify::fullscreened", G_CALLBACK (on_fullscreened),
                            presenting);
  enable (shell, FALSE);
}
