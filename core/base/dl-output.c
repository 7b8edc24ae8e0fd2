#include "dl-output.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Characters ------------------------------------------------------------------------------------
 */

gboolean
dl_text_hides (gunichar c)
{
  /* Characters without a picture which Unicode does not call format characters. */
  static const struct
  {
    gunichar first, last;
  } others[] = {
    { 0x34f, 0x34f },     /* combining grapheme joiner */
    { 0x115f, 0x1160 },   /* fillers of Hangul */
    { 0x17b4, 0x17b5 },   /* inherent vowels of Khmer */
    { 0x180b, 0x180f },   /* variation selectors of Mongolian */
    { 0x2028, 0x2029 },   /* line and paragraph separators */
    { 0x2065, 0x2065 },   /* unassigned, among format characters */
    { 0x2800, 0x2800 },   /* blank of Braille */
    { 0x3164, 0x3164 },   /* filler of Hangul */
    { 0xfe00, 0xfe0f },   /* variation selectors */
    { 0xffa0, 0xffa0 },   /* filler of Hangul, half width */
    { 0xfff0, 0xfff8 },   /* unassigned, ignored where they are shown */
    { 0xe0000, 0xe0fff }, /* tags, and more variation selectors */
  };

  if (c == '\n' || c == '\t')
    return FALSE;
  if (g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_FORMAT)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (c >= others[i].first && c <= others[i].last)
      return TRUE;
  return FALSE;
}

/* @text with ? for what hides, but not for those among @kept, and a blank for those among
 * @blanks. */
static char *
show (const char *text, gssize length, const char *kept, const char *blanks)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *shown = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (c < 0x80 && strchr (blanks, (char) c) != NULL)
        g_string_append_c (shown, ' ');
      else if (!(c < 0x80 && strchr (kept, (char) c) != NULL) && dl_text_hides (c))
        g_string_append_c (shown, '?');
      else
        g_string_append_unichar (shown, c);
    }
  return g_string_free (shown, FALSE);
}

/* CSV ------------------------------------------------------------------------------------------ */

static gboolean
is_formula (const char *text)
{
  /* A spreadsheet may take the full-width signs of East Asian keyboards for = + - @. */
  static const char *const wide[] = { "\uff1d", "\uff0b", "\uff0d", "\uff20" };

  for (guint i = 0; i < G_N_ELEMENTS (wide); i++)
    if (g_str_has_prefix (text, wide[i]))
      return TRUE;
  if (*text == '\0' || strchr ("=@\t\r", *text) != NULL)
    return *text != '\0';
  /* "-1;-1;-1" are datelines, "-1+f(x)" is none. */
  return (*text == '+' || *text == '-') && text[strspn (text, "0123456789.,;:+-eE ")] != '\0';
}

void
dl_csv_append (GString *csv, const char *raw)
{
  g_autofree char *shown = show (raw, -1, "\n\t\r", "");
  const char *text = shown;
  const gboolean formula = is_formula (text);

  /* Lines that begin with # are comments of ours. */
  if (strpbrk (text, "\",\r\n") == NULL && text[0] != '#')
    {
      g_string_append_printf (csv, "%s%s", formula ? "'" : "", text);
      return;
    }
  g_string_append (csv, formula ? "\"'" : "\"");
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  g_string_append_c (csv, '"');
}

/* Terminals, windows and paper ----------------------------------------------------------------- */

char *
dl_text_printable (const char *text, gssize length, gboolean lines)
{
  return show (text, length, lines ? "\n\t" : "", lines ? "" : "\n\t");
}

char *
dl_file_name_show (const char *file_name)
{
  g_autofree char *name = g_filename_display_name (file_name);

  return dl_text_printable (name, -1, FALSE);
}

char *
dl_file_base_show (const char *file_name)
{
  g_autofree char *base = g_path_get_basename (file_name);

  return dl_file_name_show (base);
}

/* "figure.pdf.dateline-1a2b3c4d.part" */
#define MARK       ".dateline-"
#define ENDING     ".part"
#define DIGITS     8
#define MOST_LINKS 40
/* The longest name, in bytes, before what is added to it; and tries. */
#define MOST_NAME  200
#define MOST_TRIES 100

/* Behind the part's name: a database, which SQLite locks in its own way, and what it makes beside
 * it. */
#define DATABASE "-db"
static const char *const companions[]
    = { "", DATABASE, DATABASE "-wal", DATABASE "-shm", DATABASE "-journal" };

struct _DlOutput
{
  char *path; /* with symbolic links followed */
  char *part;
  char *database;    /* beside the part, which it stands for; NULL */
  int fd;            /* of the part: its lock says that its writer lives */
  gboolean replaces; /* there is a file already */
};

/* Where it goes -------------------------------------------------------------------------------- */

char *
dl_output_resolve (const char *file_name, int *number)
{
  g_autofree char *path = g_strdup (file_name);

  /* Not realpath: the last link may lead to a file that does not exist yet. */
  for (guint i = 0; i < MOST_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (path, NULL);
      g_autofree char *folder = NULL;
      char *next;

      if (target == NULL)
        return g_steal_pointer (&path);
      folder = g_path_get_dirname (path);
      next = g_path_is_absolute (target) ? g_strdup (target)
                                         : g_build_filename (folder, target, NULL);
      g_free (path);
      path = next;
    }
  *number = ELOOP;
  return NULL;
}

/* Leftovers of other writers ------------------------------------------------------------------- */

/* Is @name one that is made here? */
static gboolean
is_part (const char *name)
{
  const gsize length = strlen (name), tail = strlen (MARK) + DIGITS + strlen (ENDING);
  const char *mark = name + length - tail;

  return length > tail && g_str_has_prefix (mark, MARK) && g_str_has_suffix (name, ENDING)
         && strspn (mark + strlen (MARK), "0123456789abcdef") == DIGITS;
}

static void
remove_part (const char *part)
{
  for (guint i = 0; i < G_N_ELEMENTS (companions); i++)
    {
      g_autofree char *path = g_strconcat (part, companions[i], NULL);

      g_unlink (path);
    }
}

/* A writer that lives holds the lock; other programs do not make such names. */
static void
remove_if_left (const char *part)
{
  struct stat info;
  int fd;

  if (lstat (part, &info) != 0 || !S_ISREG (info.st_mode) || info.st_uid != geteuid ())
    return;
  fd = g_open (part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
  if (fd < 0)
    return;
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    remove_part (part);
  close (fd);
}

void
dl_output_clean (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_part (name))
      {
        g_autofree char *part = g_build_filename (folder, name, NULL);

        remove_if_left (part);
      }
}

/* Writing -------------------------------------------------------------------------------------- */

static int
make_part (DlOutput *self, int mode)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *name = g_path_get_basename (self->path);

  for (guint i = 0; i < MOST_TRIES; i++)
    {
      g_autofree char *part
          = g_strdup_printf ("%.*s" MARK "%08x" ENDING, MOST_NAME, name, g_random_int ());

      g_free (self->part);
      self->part = g_build_filename (folder, part, NULL);
      self->fd = g_open (self->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      if (self->fd < 0 && errno != EEXIST)
        return errno;
      if (self->fd < 0)
        continue;
      /* Another program that cleans up may have been faster than the lock. Without locks there is
       * no cleaning up. */
      if ((flock (self->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
          && g_access (self->part, F_OK) == 0)
        return 0;
      close (self->fd);
      self->fd = -1;
    }
  return EEXIST;
}

/* An existing target must be a file that may be written: replacing it needs the folder's permission
 * only. */
static int
check_target (DlOutput *self, int *mode)
{
  struct stat info;

  if (stat (self->path, &info) != 0)
    return errno == ENOENT ? 0 : errno;
  if (S_ISDIR (info.st_mode))
    return EISDIR;
  self->replaces = TRUE;
  *mode = info.st_mode & 0777;
  return g_access (self->path, W_OK) == 0 ? 0 : errno;
}

int
dl_output_begin (const char *file_name, DlOutput **output)
{
  g_autoptr (DlOutput) self = g_new0 (DlOutput, 1);
  g_autofree char *folder = NULL;
  int number = 0, mode = 0666;

  *output = NULL;
  self->fd = -1;
  self->path = dl_output_resolve (file_name, &number);
  if (self->path == NULL)
    return number;
  number = check_target (self, &mode);
  if (number != 0)
    return number;
  folder = g_path_get_dirname (self->path);
  dl_output_clean (folder);
  number = make_part (self, mode);
  if (number != 0)
    {
      g_clear_pointer (&self->part, g_free); /* it is not ours */
      return number;
    }
  if (self->replaces && fchmod (self->fd, (mode_t) mode) != 0)
    return errno;
  *output = g_steal_pointer (&self);
  return 0;
}

const char *
dl_output_path (const DlOutput *self)
{
  return self->part;
}

const char *
dl_output_database_path (DlOutput *self)
{
  if (self->database == NULL)
    self->database = g_strconcat (self->part, DATABASE, NULL);
  return self->database;
}

int
dl_output_end (DlOutput *self, gboolean durable)
{
  /* A crash must not leave an empty file in the place of a good one. SQLite sees to that itself. */
  if ((durable || self->replaces) && self->database == NULL && fsync (self->fd) != 0)
    return errno;
  if (g_rename (self->database != NULL ? self->database : self->part, self->path) != 0)
    return errno;
  if (self->database == NULL)
    g_clear_pointer (&self->part, g_free);
  if (durable)
    {
      g_autofree char *folder = g_path_get_dirname (self->path);
      const int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

      if (fd >= 0)
        {
          fsync (fd);
          close (fd);
        }
    }
  return 0;
}

void
dl_output_free (DlOutput *self)
{
  if (self == NULL)
    return;
  if (self->part != NULL)
    remove_part (self->part);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->database);
  g_free (self->part);
  g_free (self->path);
  g_free (self);
}

int
dl_output_write (const char *file_name, const char *data, gsize length, gboolean durable)
{
  g_autoptr (DlOutput) self = NULL;
  const int number = dl_output_begin (file_name, &self);

  if (number != 0)
    return number;
  while (length > 0)
    {
      const gssize n = write (self->fd, data, length);

      if (n < 0 && errno != EINTR)
        return errno;
      data += MAX (n, 0);
      length -= (gsize) MAX (n, 0);
    }
  return dl_output_end (self, durable);
}
