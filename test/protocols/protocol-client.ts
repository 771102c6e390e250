import { SaxesParser } from 'saxes';
import type { Catalog } from '../../src/catalog/catalog.js';
import type { Site } from '../../src/web/web-request.js';

/** The base URL of the sites that {@link createClient} requests. */
export const BASE_URL = 'http://localhost:8080';

/** A response of a site, with a text body. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly isTooCostly: boolean;
}

/** Returns a function that requests a path or an address of a site without a server. */
export function createClient(
  site: Site,
  catalogs: readonly Catalog[],
): (url: string, headers?: Record<string, string>) => Reply {
  return (url, headers = {}) => {
    const [path, query = ''] = url.replace(BASE_URL, '').split(/\?(.*)/s);
    const request = { method: 'GET', path, query, originalUrl: url, headers, baseUrl: BASE_URL };
    const response = site(request, catalogs, BASE_URL);
    if (response === undefined) throw new Error(`${url}: expected a response, found nothing`);
    const { status, body = '', isTooCostly = false } = response;
    return { status, type: response.headers['Content-Type'], body: String(body), isTooCostly };
  };
}

/** An element of XML. Its name begins with its namespace in braces. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses XML. Throws an error for XML that is not well-formed. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value]);
    const element = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(values),
      children: [],
      text: '',
    };
    open[open.length - 1].children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open[open.length - 1].text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0];
}

/** Returns all descendants of an element with this local name. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name.endsWith(`}${name}`) ? [child] : []),
    ...descendants(child, name),
  ]);
}

/** Returns the texts of all descendants of an element with this local name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return descendants(element, name).map(({ text }) => text);
}
