import { homeHref, type Page } from '../components/layout.js';
import { html } from '../html/html.js';
import { type PageView, selectedCatalog } from '../page-view.js';

/** Renders the page for an unknown path or id. */
export function notFoundPage(view: PageView): Page {
  const { errors } = view.language.texts;
  return errorPage(view, errors.not_found, errors.not_found_text);
}

/**
 * Renders the page for an invalid request.
 *
 * @param message the error message of the API, in English
 */
export function badRequestPage(view: PageView, message: string): Page {
  const { errors } = view.language.texts;
  return view.params.get('search_type') === 'custom'
    ? errorPage(view, errors.bad_search, errors.bad_search_text, message)
    : errorPage(view, errors.bad_request, errors.bad_request_text, message);
}

function errorPage(view: PageView, heading: string, text: string, message?: string): Page {
  const { language, params, href } = view;
  const catalog = selectedCatalog(view);
  const { layout } = language.texts;
  return {
    title: heading,
    catalog,
    search: { q: params.get('q') ?? '', searchType: params.get('search_type') ?? 'keyword' },
    main: html`<div class="container error"><h1>${heading}</h1><p>${text}</p>
${message !== undefined && html`<p class="message" lang="en" dir="ltr">${message}</p>`}
<ul><li><a href="${homeHref(view, catalog)}">${layout.home}</a></li><li><a href="${href('/help', { library: catalog?.library.id })}">${layout.help}</a></li></ul></div>`,
  };
}
