import { HttpError } from './error-response.js';

/**
 * Parses the query of a request to the API. The parameter `api_key` may be spelled in any case, such as
 * `api_Key`; its name becomes `api_key`.
 *
 * @throws HttpError 400 if the query has more than one `api_key`
 */
export function apiParameters(query: string): URLSearchParams {
  const params = new URLSearchParams(query);
  const spellings = [...params.keys()].filter(isApiKey);
  if (spellings.length > 1) {
    throw new HttpError(400, "parameter 'api_key': expected one value, found more than one");
  }
  if (spellings.length === 0 || spellings[0] === 'api_key') return params;
  const entries = [...params].map(([name, value]): [string, string] => [
    isApiKey(name) ? 'api_key' : name,
    value,
  ]);
  return new URLSearchParams(entries);
}

function isApiKey(name: string): boolean {
  return name.length === 'api_key'.length && name.toLowerCase() === 'api_key';
}

/**
 * Checks that the known parameters of a query are valid UTF-8. A percent sign that is not followed by two
 * hexadecimal digits stands for itself.
 *
 * @param known the parameters of the operation, by name
 * @throws HttpError 400 for the first known parameter with percent-encoded bytes that are not valid UTF-8
 */
export function checkEncoding(query: string, known: object): void {
  if (isUtf8(query)) return;
  for (const pair of query.split('&')) {
    const [name] = pair.split('=', 1);
    if (!Object.hasOwn(known, name) || isUtf8(pair)) continue;
    throw new HttpError(
      400,
      `parameter '${name}': expected percent-encoded UTF-8, found bytes that are not UTF-8`,
    );
  }
}

function isUtf8(text: string): boolean {
  return (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((bytes) => {
    try {
      // Bundlers remove a call whose result is not used.
      return decodeURIComponent(bytes) !== '';
    } catch {
      return false;
    }
  });
}
