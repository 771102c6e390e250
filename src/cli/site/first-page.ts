import { createHash } from 'node:crypto';
import { Html, html } from '../../kiosk/html.js';
import { LOCALES, languageCodeOf } from '../../texts/locales.js';
import { textsOf } from '../../texts/page-texts.js';

const STYLE = `
:root { color-scheme: light dark; --background: #faf8f3; --text: #1d2528; --accent: #0d5757 }
@media (prefers-color-scheme: dark) { :root { --background: #14191b; --text: #ece8df; --accent: #86d3c6 } }
body { margin: 0; background: var(--background); color: var(--text) }
main { min-block-size: 100dvb; display: grid; place-content: center; justify-items: center; gap: 1rem;
  padding: 1.5rem; box-sizing: border-box; text-align: center;
  font: 1.05rem / 1.5 system-ui, sans-serif }
h1 { margin: 0; font: 1.9rem / 1.25 Georgia, "Noto Serif", serif }
p { margin: 0; max-inline-size: 34rem }
progress { inline-size: min(20rem, 80vi); accent-color: var(--accent) }
noscript p + p { margin-block-start: 1rem }
#cause { font-size: .8rem; overflow-wrap: anywhere }
`;

/**
 * Renders the first page of a site, which is shown until the catalog has arrived. The page contains its script and its
 * style sheet, because a host also shows it at addresses in other folders.
 *
 * @param name the name of the site
 * @param script the text of the script `first-page.js`
 * @param total the number of bytes of the catalog to download
 */
export function firstPage(name: string, script: string, total: number): string {
  const texts = Object.fromEntries(
    LOCALES.map((locale) => [languageCodeOf(locale), textsOf(locale).first_page]),
  );
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    `script-src ${hashSource(script)}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const unsupported = Object.entries(texts).map(
    ([language, { unsupported }]) => html`<p lang="${language}">${unsupported}</p>\n`,
  );
  // A script element ends at the first `</script`, and `<!--` changes how its end is found.
  const json = JSON.stringify(texts).replaceAll('<', '\\u003c');
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<progress aria-labelledby="status" max="${total}" hidden></progress>
<p id="status" role="status"></p>
<p id="cause" lang="en"></p>
<noscript>
${unsupported}</noscript>
</main>
<script type="application/json" id="texts">${new Html(json)}</script>
<script type="module">${new Html(script)}</script>
</body>
</html>`}
`;
}

/** Returns the source expression of a Content-Security-Policy that allows an inline element with this text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
