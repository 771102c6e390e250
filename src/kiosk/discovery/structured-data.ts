import type { Title } from '../../catalog/records/title.js';
import { citedWork, inOneLine } from '../citation/cited-work.js';
import { formatTypes } from '../citation/format-types.js';
import { Html, NOTHING } from '../html/html.js';
import { languageTag } from '../language.js';
import { titlePath } from '../links.js';
import type { PageView } from '../page-view.js';
import { absoluteHref, isPublicSite } from './public-site.js';

/**
 * Renders what search engines read of a title: the canonical address of its page, and its description in the
 * vocabulary of schema.org as JSON-LD. A data block is not a script, so that the Content-Security-Policy allows it.
 * Renders nothing if the site is not public.
 */
export function structuredData(view: PageView, record: Title): Html {
  if (!isPublicSite(view)) return NOTHING;
  const url = absoluteHref(view, titlePath(record.id));
  const data = { '@context': 'https://schema.org', '@id': url, url, ...describeTitle(record) };
  // Without `<`, the text contains neither an end tag nor the beginning of a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return new Html(
    `<link rel="canonical" href="${url.replaceAll("'", '&#39;')}">\n<script type="application/ld+json">${json}</script>\n`,
  );
}

/** Describes a title in the vocabulary of schema.org. */
function describeTitle(record: Title) {
  const { authors, title, year, edition, publisher } = citedWork(record);
  const nonEmpty = <T>(values: readonly T[] | undefined) => (values?.length ? values : undefined);
  return {
    '@type': formatTypes(record.format.id).schema,
    name: title,
    author: nonEmpty(
      authors.map(({ family, given }) =>
        given === undefined
          ? { name: family }
          : { '@type': 'Person', name: `${given} ${family}`, familyName: family, givenName: given },
      ),
    ),
    publisher: publisher && { '@type': 'Organization', name: publisher },
    datePublished: year,
    bookEdition: edition,
    inLanguage: languageTag(record),
    isbn: nonEmpty(record.isbns),
    numberOfPages: record.pages,
    description: record.description && inOneLine(record.description),
    keywords: nonEmpty(record.subjects),
    genre: nonEmpty(record.genres),
    isPartOf: nonEmpty(record.series?.map(({ name }) => ({ '@type': 'CreativeWorkSeries', name }))),
  };
}
