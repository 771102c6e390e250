import { LRUCache } from 'lru-cache';
import { encode } from 'uqr';
import { Html, NOTHING } from '../html/html.js';

/** A longer address makes a code that a phone cannot read from a screen. */
const MAX_CHARS = 500;

/** The width of the empty border that a code needs, in modules. */
const QUIET_ZONE = 4;

const codes = new LRUCache<string, Html>({ max: 500 });

/**
 * Renders a web address as a QR code: an SVG in black and white, about 8 rem wide. Screen readers skip the code, so the
 * address or its purpose must be next to the code. Renders nothing for an address of more than 500 characters.
 *
 * @example qrCode('https://catalog.example.org/item/show/1').markup // '<svg class="qr" viewBox="0 0 37 37" …'
 */
export function qrCode(url: string): Html {
  if (url.length > MAX_CHARS) return NOTHING;
  const code = codes.get(url) ?? drawCode(url);
  codes.set(url, code);
  return code;
}

function drawCode(url: string): Html {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const width = size + 2 * QUIET_ZONE;
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const length = x - start + 1;
      path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`;
    }
  });
  return new Html(
    `<svg class="qr" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges" aria-hidden="true" focusable="false"><rect width="${width}" height="${width}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`,
  );
}
