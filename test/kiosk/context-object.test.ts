import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, unescapeHtml } from './create-page-client.js';

/** The fields of an item that Zotero reads from the keys of a ContextObject. */
const FIELDS: Readonly<Record<string, string>> = {
  'rft.btitle': 'title',
  'rft.title': 'title',
  'rft.date': 'date',
  'rft.publisher': 'publisher',
  'rft.place': 'place',
  'rft.edition': 'edition',
  'rft.series': 'series',
  'rft.isbn': 'ISBN',
  'rft.issn': 'ISSN',
  'rft.tpages': 'numPages',
  'rft.language': 'language',
  rft_id: 'url',
};

/** The roles of the keys of persons and organizations. */
const ROLES: Readonly<Record<string, string>> = {
  'rft.au': 'author',
  'rft.aucorp': 'organization',
  'rft.contributor': 'contributor',
};

/**
 * Reads a ContextObject by the rules of Zotero: a title of the format `book` is a book, and one of the format `dc` is a
 * web page until `rft.type` names another type. The title of a journal article is that of its journal if the type
 * is known before. A name with a comma has a family name and given names.
 */
function readAsZotero(contextObject: string): Record<string, unknown> {
  const pairs = contextObject.split('&').map((part) => {
    const [key, value, ...rest] = part.split('=');
    expect(rest).toEqual([]);
    return [key, decodeURIComponent(value.replaceAll('+', ' '))] as const;
  });
  const format = pairs.find(([key]) => key === 'rft_val_fmt')?.[1];
  const item: Record<string, unknown> = {};
  item.type = format === 'info:ofi/fmt:kev:mtx:book' ? 'book' : 'webpage';
  const creators: string[][] = [];
  for (const [key, value] of pairs) {
    const isJournal = key === 'rft.title' && item.type === 'journalArticle';
    const field = isJournal ? 'publicationTitle' : FIELDS[key];
    if (field !== undefined) item[field] ??= value;
    if (ROLES[key] === 'organization') creators.push(['organization', value]);
    else if (ROLES[key] !== undefined) creators.push([ROLES[key], ...value.split(', ')]);
    if (key === 'rft.type' && item.type === 'webpage') item.type = value;
  }
  return { ...item, ...(creators.length > 0 && { creators }) };
}

/** Returns the ContextObjects of a page, as HTML attributes decoded. */
function contextObjectsOf(body: string): string[] {
  return [...body.matchAll(/<span class="Z3988" title="([^"]*)"/g)].map(([, it]) =>
    unescapeHtml(it),
  );
}

/** Returns the item that Zotero saves from the page of a title. */
function itemOf(title: Title, idleMinutes?: number): Record<string, unknown> | undefined {
  const get = createPageClient([catalogOf({ titles: [title] })], { idleMinutes });
  const [found] = contextObjectsOf(get(`/item/show/${title.id}`).body);
  return found === undefined ? undefined : readAsZotero(found);
}

const format = (id: string) => ({ format: { id } });
const url = 'https://books.example.org/a?b=c&d=e+f';
const english = { primary_language: { name: 'English' } };

describe('Zotero saves from the page of a title', () => {
  it.each<[string, Title, Record<string, unknown>]>([
    [
      'a book with several authors',
      book('1', 'Typee :', {
        ...english,
        sub_title: 'a peep & more = 100%.',
        authors: [{ name: 'Melville, Herman, 1819-1891' }, { name: 'Gilbert, W. S.' }],
        additional_contributors: [{ name: 'Bryant, John (editor)' }, { name: 'The Folio Society' }],
        isbns: ['978-0-14-043488-0', '0140434887'],
        publishers: [{ name: 'Wiley & Putnam' }],
        publication_places: ['New York'],
        publication_date: 'c1846',
        edition: '2nd ed.',
        series: [{ name: 'Library of American Books' }],
        pages: 325,
      }),
      {
        type: 'book',
        title: 'Typee: a peep & more = 100%',
        creators: [
          ['author', 'Melville', 'Herman'],
          ['author', 'Gilbert', 'W. S.'],
          ['contributor', 'Bryant', 'John'],
        ],
        ISBN: '978-0-14-043488-0',
        publisher: 'Wiley & Putnam',
        place: 'New York',
        date: '1846',
        edition: '2nd ed',
        series: 'Library of American Books',
        numPages: '325',
        language: 'en',
      },
    ],
    [
      'an e-book with its address',
      book('1', 'Omoo', { ...format('EBOOK'), links: [{ kind: 'resource', url }] }),
      { type: 'book', title: 'Omoo', url },
    ],
    [
      'a journal as a book with an ISSN',
      book('1', 'Nature', {
        ...format('MAG'),
        identifiers: [
          { type: 'oclc', value: '1' },
          { type: 'issn', value: '0028-0836' },
        ],
        publication_date: '1869-',
      }),
      { type: 'book', title: 'Nature', ISSN: '0028-0836', date: '1869' },
    ],
    [
      'an article',
      book('1', 'On a heuristic point of view', format('ARTICLE')),
      { type: 'journalArticle', title: 'On a heuristic point of view' },
    ],
    [
      'music by an organization',
      book('1', 'The Planets', {
        ...format('MUSIC_CD'),
        authors: [{ name: 'Berlin Philharmonic' }, { name: 'Holst, Gustav' }],
        pages: 2,
      }),
      {
        type: 'audioRecording',
        title: 'The Planets',
        creators: [
          ['organization', 'Berlin Philharmonic'],
          ['author', 'Holst', 'Gustav'],
        ],
      },
    ],
    [
      'a film with its director',
      book('1', 'The General', {
        ...format('DVD'),
        additional_contributors: [{ name: 'Keaton, Buster (director)' }],
      }),
      {
        type: 'videoRecording',
        title: 'The General',
        creators: [['contributor', 'Keaton', 'Buster']],
      },
    ],
    [
      'an object of an unknown kind',
      book('1', 'Kit', format('KIT')),
      { type: 'document', title: 'Kit' },
    ],
  ])('%s', (_name, title, expected) => {
    expect(itemOf(title)).toEqual(expected);
  });

  it('nothing on a shared screen', () => {
    expect(itemOf(book('1', 'Typee'), 2)).toBeUndefined();
  });
});

it('Zotero offers each title of a shared list once', () => {
  const get = createPageClient([openedCatalog('alderwick')]);
  const found = contextObjectsOf(get('/list?ids=0000001101&ids=0000002101').body);
  expect(found.map((it) => readAsZotero(it).date)).toEqual(['2003', '2001']);
});
