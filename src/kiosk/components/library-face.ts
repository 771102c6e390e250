/**
 * The parts of pages that come from the library record: its logo and colors, which browsers load as files, and its
 * branches. `layout.ts` renders the header and the footer.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { memoizePerObject } from '../../base/lazy.js';
import type { Branch, Library } from '../../catalog/records/library.js';
import { darkModeAccent, mix } from '../../catalog/records/library-colors.js';
import { catalogText, type Html, html, ICONS, joined, NOTHING } from '../html.js';
import { webLink } from '../links.js';
import type { PageView } from '../page-view.js';

/** A file that pages load. Its path contains a hash of its contents. */
interface FaceFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

const HASH_DIGITS = 16;
const WHITE = 255;

/** Returns the logo of a library, and the style sheet with its colors. Both are undefined by default. */
export const faceOf = memoizePerObject((library: Library) => {
  const { logo, colors } = library;
  const [, type, data] = /^data:(image\/(?:svg\+xml|png));base64,(.+)$/.exec(logo ?? '') ?? [];
  return {
    logo:
      type === undefined
        ? undefined
        : faceFile(library, type, type === 'image/png' ? 'png' : 'svg', decodeBase64(data)),
    styles:
      colors === undefined
        ? undefined
        : faceFile(library, 'text/css; charset=utf-8', 'css', encoder.encode(styleSheet(colors))),
  };
});

const encoder = new TextEncoder();

function faceFile({ id }: Library, contentType: string, end: string, body: Uint8Array): FaceFile {
  const hash = bytesToHex(sha256(body)).slice(0, HASH_DIGITS);
  return { path: `/library/${id}/${hash}.${end}`, contentType, body };
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function styleSheet({ primary, accent }: NonNullable<Library['colors']>): string {
  const header = primary && `--header:${primary};--header-border:${mix(primary, WHITE, 0.3)};`;
  const link = accent && `--accent:${accent};--on-accent:#fff;`;
  const dark =
    accent &&
    `@media (prefers-color-scheme:dark){:root{--accent:${darkModeAccent(accent)};--on-accent:#06302e}}`;
  return [':root{', header, link, '}', dark].join('');
}

/** Returns the file at a path of a page, or undefined if no library has it. */
export function faceFileAt({ catalogs, path }: PageView): FaceFile | undefined {
  return catalogs
    .flatMap(({ library }) => Object.values(faceOf(library)))
    .find((file) => file?.path === path);
}

/** Renders the opening hours, the address and the map of a branch, folded. Renders nothing for a branch without them. */
export function branchDetails(view: PageView, { branches }: Library, id: string): Html {
  const branch = branches?.find((it) => it.id === id);
  const details = branch === undefined ? NOTHING : detailsOf(view, branch);
  if (branch === undefined || details === NOTHING) return NOTHING;
  const { face, layout } = view.language.texts;
  return html`<details class="branch-info"><summary>${ICONS.info}<span class="visually-hidden">${branch.name}${layout.colon}${face.branch_details}</span></summary>${details}</details>`;
}

/**
 * Renders the opening hours, the address and the map of a branch. Renders nothing for a branch without them. On a kiosk,
 * there is no link to the map.
 */
function detailsOf(view: PageView, { name, hours, address, map_url }: Branch): Html {
  const { face, layout } = view.language.texts;
  const parts = [
    hours !== undefined && html`<span class="hours">${lines(hours)}</span>`,
    address !== undefined && html`<span>${lines(address)}</span>`,
    map_url !== undefined &&
      !view.isKiosk &&
      webLink(
        view,
        map_url,
        html`${face.map}<span class="visually-hidden">${layout.colon}${name}</span>`,
      ),
  ];
  return parts.some(Boolean) ? html`<p class="branch-details">${parts}</p>` : NOTHING;
}

function lines(text: string): Html {
  const rendered = text.split('\n').map((line) => html`<span>${catalogText(line)}</span>`);
  return joined(rendered, ' ');
}

/** Renders the branches with their hours, addresses and maps. Renders nothing if no branch has them. */
export function branchesSection(view: PageView, library: Library): Html {
  const cards = (library.branches ?? []).flatMap((branch) => {
    const details = detailsOf(view, branch);
    if (details === NOTHING) return [];
    return html`<li class="card"><h3>${catalogText(branch.name)}</h3>${details}</li>`;
  });
  if (cards.length === 0) return NOTHING;
  return html`<section id="branches"><h2>${view.language.texts.face.branches}</h2><ul class="cards">${cards}</ul></section>`;
}
