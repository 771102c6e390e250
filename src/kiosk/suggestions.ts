import type { Catalog } from '../catalog/catalog.js';
import { type Suggestion, suggest } from '../v1/suggest.js';
import { contributorHref, titleHref } from './links.js';
import type { PageView } from './page-view.js';

const MAX_SUGGESTIONS = 8;

/**
 * Returns suggestions for the typed text, in the format that `assets/suggestions.js` reads. Each
 * suggestion has its text, the name of its kind in the locale of the page, and a URL. The announcement
 * is a sentence for screen readers that contains the number of suggestions.
 */
export function suggestionsResponse(view: PageView, catalog: Catalog): object {
  const { language, params } = view;
  const { counts, search } = language.texts;
  const { suggestions } = suggest(view.catalogs, {
    q: params.get('q') ?? '',
    library: catalog.library.id,
    limit: MAX_SUGGESTIONS,
  });
  return {
    announcement: language.formatCount(counts.suggestions, suggestions.length),
    suggestions: suggestions.map((suggestion) => ({
      text: suggestion.text,
      kind: search.kinds[suggestion.kind],
      href: suggestionHref(view, catalog.library.id, suggestion),
    })),
  };
}

function suggestionHref(view: PageView, library: string, { kind, text, id }: Suggestion): string {
  switch (kind) {
    case 'title':
      return titleHref(view, id ?? '');
    case 'author':
      return contributorHref(view, library, text);
    case 'series':
      return view.href('/search', { library, q: text, search_type: 'series' });
    case 'subject':
      return view.href('/search', { library, subject: text });
  }
}
