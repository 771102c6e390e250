import { html } from '../html.js';
import { homeOf, type Page } from '../layout.js';
import { catalogWanted, type Visit } from '../visit.js';

/** A page for an address that leads nowhere. */
export function notFoundPage(visit: Visit): Page {
  const { errors } = visit.language.texts;
  return errorPage(visit, errors.not_found, errors.not_found_text);
}

/**
 * A page for a request that cannot be answered as it stands.
 *
 * @param message what is wrong with it, in English
 */
export function badRequestPage(visit: Visit, message: string): Page {
  const { errors } = visit.language.texts;
  return visit.params.get('search_type') === 'custom'
    ? errorPage(visit, errors.bad_search, errors.bad_search_text, message)
    : errorPage(visit, errors.bad_request, errors.bad_request_text, message);
}

function errorPage(visit: Visit, heading: string, text: string, message?: string): Page {
  const { language, params, href } = visit;
  const catalog = catalogWanted(visit);
  const { layout } = language.texts;
  return {
    title: heading,
    catalog,
    search: { q: params.get('q') ?? '', searchType: params.get('search_type') ?? 'keyword' },
    main: html`<div class="band error"><h1>${heading}</h1><p>${text}</p>
${message !== undefined && html`<p class="message" lang="en" dir="ltr">${message}</p>`}
<ul><li><a href="${homeOf(visit, catalog)}">${layout.home}</a></li><li><a href="${href('/help', { library: catalog?.library.id })}">${layout.help}</a></li></ul></div>`,
  };
}
