import type { Library } from './library.js';

/** The kinds of id that have names of their own (`{id, name}` in a response). */
export type NamedKind = 'format' | 'availability' | 'list_type' | 'content_type';

const KNOWN: Readonly<Record<NamedKind, Readonly<Record<string, string>>>> = {
  format: {
    BK: 'Book',
    LPRINT: 'Large Print',
    PAPERBACK: 'Paperback',
    BOARD_BK: 'Board Book',
    GRAPHIC_NOVEL: 'Graphic Novel',
    EBOOK: 'eBook',
    BOOK_CD: 'Audiobook CD',
    EAUDIOBOOK: 'Downloadable Audiobook',
    MUSIC_CD: 'Music CD',
    MUSIC_ONLINE: 'Streaming Music',
    DVD: 'DVD',
    BLURAY: 'Blu-ray Disc',
    VIDEO_ONLINE: 'Streaming Video',
    MAG: 'Magazine or Journal',
    NEWSPAPER: 'Newspaper',
    MN: 'Musical Score',
    MAP: 'Map',
    PICTURE: 'Picture',
    MANUSCRIPT: 'Manuscript',
    CDROM: 'Computer File',
    DATASET: 'Dataset',
    VIDEO_GAME: 'Video Game',
    BOARD_GAME: 'Board Game',
    KIT: 'Kit',
    WEBSITE: 'Website',
    UK: 'Unknown',
  },
  availability: {
    AVAILABLE: 'Available',
    UNAVAILABLE: 'All copies in use',
    LIBRARY_USE_ONLY: 'In-library use only',
    ON_ORDER: 'On order',
  },
  list_type: {
    TOPIC_GUIDE: 'Topic Guide',
    TOP_10: 'Top 10 List',
    READ_A_LIKE: 'If You Liked...',
    PERSONAL: 'Personal Recommendation',
    BEST_OF: 'Best Of',
    OTHER: 'Other',
  },
  content_type: {
    comment: 'Comment',
    rating: 'Rating',
    tag: 'Tag',
    video: 'Video',
    quotation: 'Quotation',
    summary: 'Summary',
    notice: 'Notice',
    similar_title: 'Similar Title',
    age_suitability: 'Age Suitability',
  },
};

/**
 * An id with its name: the record's own, else the library's, else the known one, else the id.
 *
 * @example nameOf('format', { id: 'DVD' }, library) // { id: 'DVD', name: 'DVD' }
 */
export function nameOf(
  kind: NamedKind,
  code: { readonly id: string; readonly name?: string },
  library: Library,
): { id: string; name: string } {
  return { id: code.id, name: code.name || nameOfId(kind, code.id, library) };
}

/** The name that the library, else the table of known names, has for an id; else the id. */
export function nameOfId(kind: NamedKind, id: string, library: Library): string {
  const ofLibrary =
    kind === 'format' ? library.formats?.find((format) => format.id === id)?.name : undefined;
  if (ofLibrary !== undefined) return ofLibrary;
  const known = KNOWN[kind];
  return Object.hasOwn(known, id) ? known[id] : id;
}
