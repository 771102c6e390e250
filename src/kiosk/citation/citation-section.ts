import { nameOf } from '../../catalog/names/known-names.js';
import type { Library } from '../../catalog/records/library.js';
import type { Title } from '../../catalog/records/title.js';
import { absoluteHref, isPublicSite } from '../discovery/public-site.js';
import { type Html, html } from '../html/html.js';
import { parseWebUrl, titlePath } from '../links.js';
import type { PageView } from '../page-view.js';
import { CITATION_STYLES } from './citation-styles.js';
import { citedWork } from './cited-work.js';
import { formatTypes } from './format-types.js';
import { toBibtex, toRis } from './reference-files.js';

/** Renders the citations of a title, folded. Except on a kiosk, adds links to files for reference managers. */
export function citationSection(view: PageView, library: Library, record: Title): Html {
  const { cite } = view.language.texts;
  const work = citedWork(record, onlineUrl(record));
  const path = `/item/cite/${encodeURIComponent(record.id)}`;
  return html`<details class="cite"><summary>${cite.heading}</summary>
<dl>${Object.entries(CITATION_STYLES).map(
    ([style, citeIn]) =>
      html`<div><dt>${style}</dt><dd dir="auto">${citeIn(work, mediumOf(record, library))}</dd></div>`,
  )}</dl>
<p class="note">${cite.check}</p>
${
  view.options.idleMinutes === undefined &&
  html`<p class="files">${cite.files}${view.language.texts.layout.colon}<a href="${view.hrefWithoutLocale(`${path}.ris`)}">RIS</a> <a href="${view.hrefWithoutLocale(`${path}.bib`)}">BibTeX</a></p>`
}</details>`;
}

/** Returns the file for reference managers with a name such as `1.ris` or `1.bib`. */
export function citationFile(
  view: PageView,
  library: Library,
  record: Title,
  extension: string,
): { contentType: string; fileName: string; body: string } {
  const pageUrl = isPublicSite(view) ? absoluteHref(view, titlePath(record.id)) : undefined;
  const url = onlineUrl(record) ?? pageUrl;
  const fileName = `${record.id.replace(/[^\w-]+/g, '_')}.${extension}`;
  return extension === 'ris'
    ? {
        contentType: 'application/x-research-info-systems; charset=utf-8',
        fileName,
        body: toRis(record, url),
      }
    : {
        contentType: 'application/x-bibtex; charset=utf-8',
        fileName,
        body: toBibtex(record, mediumOf(record, library), url),
      };
}

/** Returns the address of an online title. */
function onlineUrl({ links, details_url }: Title): string | undefined {
  return parseWebUrl(links?.find(({ kind }) => kind === 'resource')?.url ?? details_url);
}

/** Returns the English name of the format of a title that is not a book. Undefined for a book or a periodical. */
function mediumOf({ format }: Title, library: Library): string | undefined {
  return formatTypes(format.id).isNamed ? nameOf('format', format, library).name : undefined;
}
