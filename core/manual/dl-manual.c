#include "dl-manual.h"

#include "dl-manual-resources.h"

#include <stdlib.h>
#include <string.h>

#define RESOURCES "/org/dateline/Dateline/manual/"
#define ENDING    ".md"
#define FALLBACK  "en"
#define INDEX     "index"
#define PICTURES  "/org/dateline/Dateline/manual-pictures/"
#define PICTURE   ".png"
/* "<!-- #vc-balance -->" before a heading is its anchor, "<!-- keys -->" the place of the keys. */
#define COMMENT_BEGIN "<!--"
#define COMMENT_END   "-->"
/* Bytes beside the first word that was searched. */
#define AROUND 40

struct _DlManual
{
  GPtrArray *pages; /* DlManualPage */
};

/* A topic -------------------------------------------------------------------------------------- */

/* Text of a comment, blanks aside; NULL of anything else. */
static char *
comment_text (const DlMarkdownBlock *block)
{
  g_autofree char *html = g_strstrip (dl_markdown_block_text (block));

  if (!g_str_has_prefix (html, COMMENT_BEGIN) || !g_str_has_suffix (html, COMMENT_END)
      || strlen (html) < strlen (COMMENT_BEGIN COMMENT_END))
    return NULL;
  html[strlen (html) - strlen (COMMENT_END)] = '\0';
  return g_strdup (g_strstrip (html + strlen (COMMENT_BEGIN)));
}

/* Headings get their anchors; of HTML only the place of the keys stays. */
static void
take_comments (GPtrArray *blocks)
{
  g_autofree char *anchor = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      DlMarkdownBlock *block = g_ptr_array_index (blocks, i);
      g_autofree char *comment = block->kind == DL_MARKDOWN_HTML ? comment_text (block) : NULL;

      if (block->kind == DL_MARKDOWN_HEADING)
        block->anchor = g_steal_pointer (&anchor);
      if (comment != NULL && *comment == '#')
        {
          g_free (anchor);
          anchor = g_strdup (comment + 1);
        }
      if (g_strcmp0 (comment, "keys") == 0)
        g_ptr_array_set_size (block->spans, 0);
      else if (block->kind == DL_MARKDOWN_HTML)
        g_ptr_array_remove_index (blocks, i--);
    }
}

DlManualPage *
dl_manual_page_new (const char *id, const char *language, const char *text, gsize length)
{
  DlManualPage *self = g_new0 (DlManualPage, 1);

  self->id = g_strdup (id);
  self->language = g_strdup (language);
  self->blocks = dl_markdown_read (text, length);
  take_comments (self->blocks);
  for (guint i = 0; i < self->blocks->len && self->title == NULL; i++)
    if (dl_manual_page_block (self, i)->kind == DL_MARKDOWN_HEADING)
      self->title = dl_markdown_block_text (dl_manual_page_block (self, i));
  if (self->title == NULL)
    self->title = g_strdup (id);
  return self;
}

void
dl_manual_page_free (DlManualPage *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->language);
  g_free (self->title);
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

/* Length of a name of a topic or anchor: no dots, no slashes, so that none is a path. */
static gsize
name_length (const char *text)
{
  return strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-");
}

gboolean
dl_manual_is_target (const char *link)
{
  const char *end = link + name_length (link);

  if (end > link && *end == '#' && name_length (end + 1) > 0)
    end += 1 + name_length (end + 1);
  return end > link && *end == '\0';
}

char *
dl_manual_page_target (const DlManualPage *self, const char *link)
{
  const gsize length = strcspn (link, "#"), ending = strlen (ENDING);
  g_autofree char *target = NULL;

  if (*link == '#')
    target = g_strconcat (self->id, link, NULL);
  else if (length > ending && memcmp (link + length - ending, ENDING, ending) == 0)
    target = g_strdup_printf ("%.*s%s", (int) (length - ending), link, link + length);
  return target != NULL && dl_manual_is_target (target) ? g_steal_pointer (&target) : NULL;
}

char *
dl_manual_picture_name (const DlMarkdownBlock *block)
{
  const gsize length = block->kind == DL_MARKDOWN_PICTURE && block->picture != NULL
                           ? name_length (block->picture)
                           : 0;

  return length > 0 && strcmp (block->picture + length, PICTURE) == 0
             ? g_strndup (block->picture, length)
             : NULL;
}

/* Programs that show them have them; others, such as dateline-cli, which draws them, do not. */
GBytes *
dl_manual_picture (const char *name, gboolean dark)
{
  g_autofree char *path = g_strconcat (PICTURES, name, dark ? "-dark" : "", PICTURE, NULL);

  return *name != '\0' && name[name_length (name)] == '\0'
             ? g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL)
             : NULL;
}

gint
dl_manual_page_find (const DlManualPage *self, const char *anchor)
{
  for (guint i = 0; i < self->blocks->len; i++)
    if (g_strcmp0 (dl_manual_page_block (self, i)->anchor, anchor) == 0 && anchor != NULL)
      return (gint) i;
  return -1;
}

const DlMarkdownBlock *
dl_manual_page_block (const DlManualPage *self, guint i)
{
  return g_ptr_array_index (self->blocks, i);
}

/* Loading -------------------------------------------------------------------------------------- */

static GBytes *
look_up (const char *language, const char *id)
{
  g_autofree char *path = g_strconcat (RESOURCES, language, "/", id, ENDING, NULL);

  return g_resource_lookup_data (dl_manual_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 NULL);
}

/* Names of languages come from the environment: no paths. */
static gboolean
is_language (const char *name)
{
  return *name != '\0' && strpbrk (name, "./\\") == NULL;
}

static DlManualPage *
load (const char *id, const char *const *languages)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *language = FALLBACK;

  for (guint i = 0; bytes == NULL && languages != NULL && languages[i] != NULL; i++)
    if (is_language (languages[i]))
      {
        language = languages[i];
        bytes = look_up (language, id);
      }
  if (bytes == NULL)
    {
      language = FALLBACK;
      bytes = look_up (language, id);
    }
  return dl_manual_page_new (id, language, g_bytes_get_data (bytes, NULL),
                             g_bytes_get_size (bytes));
}

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const DlManualPage *const *) a)->id, (*(const DlManualPage *const *) b)->id);
}

static DlManualPage *
find_page (GPtrArray *pages, const char *id, guint *at)
{
  for (guint i = 0; i < pages->len; i++)
    {
      DlManualPage *page = g_ptr_array_index (pages, i);

      if (strcmp (page->id, id) == 0)
        {
          *at = i;
          return page;
        }
    }
  return NULL;
}

/* Swaps the page at @next with the one that should be there. */
static void
put_next (GPtrArray *pages, const char *id, guint *next)
{
  guint at;
  DlManualPage *page = find_page (pages, id, &at);

  if (page == NULL || at < *next)
    return;
  pages->pdata[at] = pages->pdata[*next];
  pages->pdata[*next] = page;
  (*next)++;
}

/* Sort the pages in the index's order. */
static void
sort (GPtrArray *pages)
{
  guint next = 0;
  const DlManualPage *index;

  g_ptr_array_sort (pages, compare_ids);
  put_next (pages, INDEX, &next);
  if (next == 0)
    return;
  index = g_ptr_array_index (pages, 0);
  for (guint i = 0; i < index->blocks->len; i++)
    {
      const DlMarkdownBlock *block = dl_manual_page_block (index, i);

      for (guint k = 0; k < block->spans->len; k++)
        {
          const DlMarkdownSpan *span = g_ptr_array_index (block->spans, k);
          g_autofree char *target
              = span->link != NULL ? dl_manual_page_target (index, span->link) : NULL;

          if (target != NULL && strchr (target, '#') == NULL)
            put_next (pages, target, &next);
        }
    }
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
dl_manual_languages (void)
{
  char **names = g_resource_enumerate_children (dl_manual_get_resource (), RESOURCES,
                                                G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    names[i][strcspn (names[i], "/")] = '\0';
  qsort (names, g_strv_length (names), sizeof *names, compare_names);
  return names;
}

DlManual *
dl_manual_new (const char *const *languages)
{
  g_auto (GStrv) files = g_resource_enumerate_children (
      dl_manual_get_resource (), RESOURCES FALLBACK "/", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  DlManual *self = g_new0 (DlManual, 1);

  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_manual_page_free);
  for (guint i = 0; files[i] != NULL; i++)
    if (g_str_has_suffix (files[i], ENDING))
      {
        g_autofree char *id = g_strndup (files[i], strlen (files[i]) - strlen (ENDING));

        g_ptr_array_add (self->pages, load (id, languages));
      }
  sort (self->pages);
  return self;
}

void
dl_manual_free (DlManual *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->pages);
  g_free (self);
}

/* Finding -------------------------------------------------------------------------------------- */

guint
dl_manual_n_pages (const DlManual *self)
{
  return self->pages->len;
}

const DlManualPage *
dl_manual_page (const DlManual *self, guint i)
{
  return g_ptr_array_index (self->pages, i);
}

const DlManualPage *
dl_manual_find (const DlManual *self, const char *target, guint *block)
{
  const char *hash = strchr (target, '#');
  g_autofree char *id = hash != NULL ? g_strndup (target, hash - target) : g_strdup (target);
  guint at;
  const DlManualPage *page = find_page (self->pages, id, &at);
  const gint found = page != NULL && hash != NULL ? dl_manual_page_find (page, hash + 1) : -1;

  if (block != NULL)
    *block = MAX (found, 0);
  return page;
}

/* Searching ------------------------------------------------------------------------------------ */

static void
hit_free (gpointer data)
{
  DlManualHit *hit = data;

  g_free (hit->title);
  g_free (hit->excerpt);
  g_free (hit);
}

static char *
fold (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);

  return g_utf8_casefold (normal != NULL ? normal : text, -1);
}

static gboolean
has_all (const char *folded, char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* From a word before the first that was searched to one after it. */
static char *
excerpt (const char *text, const char *folded, char *const *words)
{
  const char *at = NULL;
  const char *begin, *end;
  g_autofree char *part = NULL;

  for (guint i = 0; words[i] != NULL && at == NULL; i++)
    if (*words[i] != '\0')
      at = strstr (folded, words[i]);
  /* Folding hardly ever changes lengths, and the excerpt need not be exact. */
  begin = text + MIN (at != NULL ? (gsize) (at - folded) : 0, strlen (text));
  begin -= MIN (begin - text, AROUND);
  while (begin > text && *begin != ' ')
    begin--;
  end = begin + MIN (strlen (begin), 3 * AROUND);
  while (*end != '\0' && *end != ' ')
    end++;
  part = g_strstrip (g_strdelimit (g_strndup (begin, end - begin), "\n", ' '));
  return g_strconcat (begin > text ? "…" : "", part, *end != '\0' ? "…" : "", NULL);
}

/* The words below the heading at @first, up to @end. */
static char *
part_text (const DlManualPage *page, guint first, guint end)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = first + 1; i < end; i++)
    {
      g_autofree char *words = dl_markdown_block_text (dl_manual_page_block (page, i));

      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
search_part (const DlManualPage *page, guint first, guint end, char *const *words,
             GPtrArray *in_title, GPtrArray *others)
{
  g_autofree char *title = dl_markdown_block_text (dl_manual_page_block (page, first));
  g_autofree char *text = part_text (page, first, end);
  g_autofree char *folded_title = fold (title);
  g_autofree char *folded_text = fold (text);
  g_autofree char *both = g_strconcat (folded_title, " ", folded_text, NULL);
  DlManualHit *hit;

  if (!has_all (both, words))
    return;
  hit = g_new0 (DlManualHit, 1);
  hit->page = page;
  hit->block = first;
  hit->title = g_strdup (title);
  hit->excerpt = excerpt (text, folded_text, words);
  g_ptr_array_add (has_all (folded_title, words) ? in_title : others, hit);
}

GPtrArray *
dl_manual_search (const DlManual *self, const char *words)
{
  GPtrArray *hits = g_ptr_array_new_with_free_func (hit_free);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autofree char *folded = fold (words);
  g_auto (GStrv) parts = g_strsplit_set (g_strstrip (folded), " \t", -1);

  if (*folded == '\0')
    return hits;
  for (guint p = 0; p < self->pages->len; p++)
    {
      const DlManualPage *page = dl_manual_page (self, p);
      guint first = 0;

      for (guint i = 1; i <= page->blocks->len; i++)
        if (i == page->blocks->len || dl_manual_page_block (page, i)->kind == DL_MARKDOWN_HEADING)
          {
            search_part (page, first, i, parts, hits, others);
            first = i;
          }
    }
  g_ptr_array_extend_and_steal (hits, g_steal_pointer (&others));
  return hits;
}
