import type { RequestContext } from './context.js';
import { entriesOf, type RequestParameters } from './parameters.js';

/** Gives the link to the same request with one parameter set to another value. */
export type LinkTo = (name: string, value: string) => string;

/**
 * Links of a response (section 2.1): the current parameters in the order received, without `page`,
 * with the chosen one set, and the API key at the end; absolute, under the configured base URL.
 *
 * @param path the operation's path, such as `/v1/titles`
 */
export function linksFrom(
  path: string,
  params: RequestParameters,
  { baseUrl }: RequestContext,
): LinkTo {
  const base = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const current: [string, string][] = [];
  let apiKey: string | undefined;
  for (const [name, value] of entriesOf(params)) {
    if (value === undefined || name === 'page') continue;
    if (name === 'api_key') apiKey = String(value);
    else current.push([name, String(value)]);
  }
  // A response has hundreds of links, and they differ in one value of a few parameters.
  const others = new Map<string, { before: string; after: string }>();
  return (name, value) => {
    const around = others.get(name) ?? without(name, current, apiKey);
    others.set(name, around);
    return `${base}?${around.before}${new URLSearchParams([[name, value]])}${around.after}`;
  };
}

/** What stands before and behind a parameter: in its place if it is there, else at the end. */
function without(
  name: string,
  current: readonly [string, string][],
  apiKey: string | undefined,
): { before: string; after: string } {
  const place = current.findIndex(([other]) => other === name);
  const [before, after] =
    place < 0 ? [current, []] : [current.slice(0, place), current.slice(place + 1)];
  const others = after.filter(([other]) => other !== name);
  if (apiKey !== undefined) others.push(['api_key', apiKey]);
  return {
    before: before.length === 0 ? '' : `${new URLSearchParams([...before])}&`,
    after: others.length === 0 ? '' : `&${new URLSearchParams(others)}`,
  };
}
