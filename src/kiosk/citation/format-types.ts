/** What other programs call a format. */
export interface FormatTypes {
  /** The reference type of RIS. */
  readonly ris: string;
  /** The type of schema.org. */
  readonly schema: string;
  /** The entry type of BibTeX. */
  readonly bibtex: string;
  /** Whether citations name the format after the title. */
  readonly isNamed: boolean;
}

const BOOK: FormatTypes = { ris: 'BOOK', schema: 'Book', bibtex: 'book', isNamed: false };
const AUDIOBOOK = other('SOUND', 'Audiobook');
const MUSIC = other('SOUND', 'MusicAlbum');
const VIDEO = other('VIDEO', 'Movie');
const PERIODICAL: FormatTypes = { ...other('JFULL', 'Periodical'), isNamed: false };

const TYPES: Readonly<Record<string, FormatTypes>> = {
  BK: BOOK,
  LPRINT: BOOK,
  PAPERBACK: BOOK,
  BOARD_BK: BOOK,
  GRAPHIC_NOVEL: BOOK,
  EBOOK: { ...BOOK, ris: 'EBOOK' },
  BOOK_CD: AUDIOBOOK,
  BOOK_CASSETTE: AUDIOBOOK,
  EAUDIOBOOK: AUDIOBOOK,
  MUSIC_CD: MUSIC,
  MUSIC_CASSETTE: MUSIC,
  MUSIC_ONLINE: MUSIC,
  LP: MUSIC,
  DVD: VIDEO,
  BLURAY: VIDEO,
  VHS: VIDEO,
  VIDEO_ONLINE: VIDEO,
  MAG: PERIODICAL,
  MAG_ONLINE: PERIODICAL,
  NEWSPAPER: { ...PERIODICAL, ris: 'NEWS', schema: 'Newspaper' },
  MN: other('MUSIC', 'SheetMusic'),
  MAP: other('MAP', 'Map'),
  PICTURE: other('ART', 'VisualArtwork'),
  MANUSCRIPT: { ...other('MANSCPT', 'Manuscript'), bibtex: 'unpublished' },
  CDROM: other('COMP', 'SoftwareApplication'),
  DATASET: other('DATA', 'Dataset'),
  VIDEO_GAME: other('COMP', 'VideoGame'),
  BOARD_GAME: other('GEN', 'Game'),
  WEBSITE: other('ELEC', 'WebSite'),
};

function other(ris: string, schema: string): FormatTypes {
  return { ris, schema, bibtex: 'misc', isNamed: true };
}

const UNKNOWN: FormatTypes = { ...other('GEN', 'CreativeWork'), isNamed: false };

/** Returns what other programs call a format. A format of the library's own is a work of an unknown type. */
export function formatTypes(format: string): FormatTypes {
  return Object.hasOwn(TYPES, format) ? TYPES[format] : UNKNOWN;
}
