/* A title as a publication of OPDS 2.0. `feed.ts` writes it as an entry of OPDS 1.2. */

import { shortCode } from '../../catalog/names/language-words.js';
import { languagesOf } from '../../catalog/names/languages.js';
import { hasUnknownDigits, publicationYear } from '../../catalog/publication-year.js';
import { isOnShelf } from '../../catalog/records/title.js';
import type { TitleData } from '../../v1/get-title.js';
import { omitEmpty } from '../../v1/response-parts.js';

/** The media type of a feed in OPDS 2.0. */
export const OPDS_JSON = 'application/opds+json';

/** A publication, in the form of OPDS 2.0. */
export type Publication = ReturnType<typeof toPublication>;

/**
 * Creates the publication of a title.
 *
 * @param titlesWith returns the address of the feed of the titles with a value
 * @param site the address of the pages of the library
 * @param remoteCovers whether covers on other sites are included
 */
export function toPublication(
  title: TitleData,
  titlesWith: (narrowing: 'author' | 'subject' | 'series', value: string) => string,
  site: string,
  remoteCovers: boolean,
) {
  const { publication_date: date = '', series = [], jacket_cover: cover, format } = title;
  const id = encodeURIComponent(title.id);
  const identifier = `${site}/item/show/${id}`;
  const page = title.details_url ?? identifier;
  const ownCover = `${site}/cover/${encodeURIComponent(format.id)}/${id}.svg`;
  const linked = (narrowing: 'author' | 'subject' | 'series', name: string) => ({
    name,
    links: [{ href: titlesWith(narrowing, name), type: OPDS_JSON }],
  });
  const year = hasUnknownDigits(date) ? 0 : (publicationYear(date) ?? 0);
  return {
    metadata: {
      '@type': `http://schema.org/${/AUDIO|BOOK_C/.test(format.id) ? 'Audiobook' : 'Book'}`,
      title: title.title,
      identifier,
      ...omitEmpty({
        subtitle: title.sub_title,
        altIdentifier: title.isbns?.map((isbn) => `urn:isbn:${isbn.replace(/[^\dX]/gi, '')}`),
        author: title.authors?.map(({ name }) => linked('author', name)),
        contributor: title.additional_contributors?.map(({ name }) => ({ name })),
        publisher: title.publishers?.map(({ name }) => ({ name })),
        language: languagesOf(title).map(({ codes }) => shortCode(codes)),
        // The schema of OPDS 2.0 requires a day.
        published: year < 1 ? undefined : `${String(year).padStart(4, '0')}-01-01`,
        description: title.description,
        numberOfPages: title.pages || undefined,
        subject: title.subjects?.map((name) => linked('subject', name)),
        belongsTo: series.length === 0 ? undefined : { series: series.map(seriesOf) },
      }),
    },
    links: [linkOf('alternate', page, 'text/html'), ...acquisitionLinks(title, page)],
    // The schema of OPDS 2.0 requires a type that is not SVG, or no type.
    images: [...(remoteCovers ? [cover?.url, cover?.default] : []), ownCover].flatMap((href) =>
      href ? { href } : [],
    ),
  };

  function seriesOf({ name, number = '' }: (typeof series)[number]) {
    const [digits] = /\d+(?:\.\d+)?/.exec(number) ?? [];
    return { ...linked('series', name), position: digits && Number(digits) };
  }
}

/**
 * Returns links to the files of a title, or else a link to the page that lends it: the page of an online title, or the page
 * with the holdings.
 */
function acquisitionLinks(title: TitleData, page: string) {
  const { links = [], holdings = [], availability } = title;
  const files = links.flatMap(({ url: href, kind, text, part }) => {
    const type = kind === 'related' ? undefined : typeOfFile(href);
    const name = [part, text].filter(Boolean).join(' ') || undefined;
    return type === undefined ? [] : linkOf(`${ACQUISITION}/open-access`, href, type, name);
  });
  if (files.length > 0) return files;
  const online = isOnShelf(title) ? undefined : links.find(({ kind }) => kind === 'resource');
  const state = availability?.id === 'AVAILABLE' ? 'available' : 'unavailable';
  const available = holdings.filter(({ status }) => status === 'AVAILABLE').length;
  const properties = {
    availability: availability && { state },
    copies: holdings.length === 0 ? undefined : { total: holdings.length, available },
  };
  return [linkOf(`${ACQUISITION}/borrow`, online?.url ?? page, 'text/html', undefined, properties)];
}

/** The beginning of the relations of links with which readers get a title. */
const ACQUISITION = 'http://opds-spec.org/acquisition';

function linkOf(
  rel: string,
  href: string,
  type: string,
  title?: string,
  properties?: Readonly<
    Record<'availability' | 'copies', Readonly<Record<string, string | number>> | undefined>
  >,
) {
  return { rel, href, type, title, properties };
}

/** The extensions of the names of files that readers can download, each followed by the media type of the file. */
const FILE_TYPES = `epub application/epub+zip; epub3 application/epub+zip; pdf application/pdf;
  mobi application/x-mobipocket-ebook; kf8 application/x-mobi8-ebook; cbz application/vnd.comicbook+zip;
  txt text/plain; mp3 audio/mpeg; m4b audio/mp4; mp4 video/mp4`.split(/;\s+/);

/**
 * Returns the media type of a file that readers can download, by its address. Returns undefined for another address.
 *
 * @example typeOfFile('https://www.gutenberg.org/ebooks/2701.epub3.images') // 'application/epub+zip'
 */
function typeOfFile(url: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname.toLowerCase() : '';
  const [, extension = ''] = /\.([a-z0-9]+)(?:\.(?:no)?images)?$/.exec(path) ?? [];
  return FILE_TYPES.map((line) => line.split(' ')).find(([name]) => name === extension)?.[1];
}
