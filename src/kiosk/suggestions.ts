import type { Catalog } from '../catalog/catalog.js';
import { type Suggestion, suggest } from '../v1/suggest.js';
import { byContributor, titlePage } from './links.js';
import type { Visit } from './visit.js';

const MOST = 8;

/**
 * What completes the words typed so far, as `suggestions.js` shows it: each with its kind in the
 * reader's language and the page that it leads to.
 */
export function suggestionsFor(visit: Visit, catalog: Catalog): object {
  const { language, params } = visit;
  const { counts, search } = language.texts;
  const { suggestions } = suggest(visit.catalogs, {
    q: params.get('q') ?? '',
    library: catalog.library.id,
    limit: MOST,
  });
  return {
    announcement: language.count(counts.suggestions, suggestions.length),
    suggestions: suggestions.map((suggestion) => ({
      text: suggestion.text,
      kind: search.kinds[suggestion.kind],
      href: pageOf(visit, catalog.library.id, suggestion),
    })),
  };
}

function pageOf(visit: Visit, library: string, { kind, text, id }: Suggestion): string {
  switch (kind) {
    case 'title':
      return titlePage(visit, id ?? '');
    case 'author':
      return byContributor(visit, library, text);
    case 'subject':
      return visit.href('/search', { library, subject: text });
  }
}
