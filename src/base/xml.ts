/* Writes XML: elements with escaped texts. */

/** Markup that is inserted without escaping. */
export class Xml {
  constructor(readonly markup: string) {}
}

/** The content of an element. An object contains elements by name: an array is several elements, and no value is none. */
export type XmlContent =
  | string
  | number
  | Xml
  | readonly XmlContent[]
  | { readonly [name: string]: XmlContent }
  | undefined;

/** Matches the characters that XML 1.0 forbids, unpaired surrogates included. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Creates an element. Attributes that are undefined are omitted. Characters that XML forbids become spaces. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content?: XmlContent,
): Xml {
  let tag = name;
  for (const attribute in attributes) {
    const value = attributes[attribute];
    if (value !== undefined) tag += ` ${attribute}="${render(String(value))}"`;
  }
  const inner = render(content);
  return new Xml(inner === '' ? `<${tag}/>` : `<${tag}>${inner}</${name}>`);
}

/** Returns the text of a document. */
export function xmlDocument({ markup }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`;
}

function render(content: XmlContent): string {
  if (content === undefined) return '';
  if (content instanceof Xml) return content.markup;
  if (Array.isArray(content)) return content.map(render).join('');
  if (typeof content === 'object') {
    return Object.entries<XmlContent>(content as { readonly [name: string]: XmlContent })
      .flatMap(([name, value]) =>
        [value]
          .flat()
          .map((one) => (one === undefined || one === '' ? '' : element(name, {}, one).markup)),
      )
      .join('');
  }
  return String(content)
    .replace(FORBIDDEN, ' ')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
