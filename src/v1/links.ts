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
  return (name, value) => {
    const query = new URLSearchParams(current);
    query.set(name, value);
    if (apiKey !== undefined) query.append('api_key', apiKey);
    return `${base}?${query}`;
  };
}
