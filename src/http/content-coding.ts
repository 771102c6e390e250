/** How the bytes of a response stand for its body: `Content-Encoding`. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** What a client can read. */
export interface AcceptedCodings {
  /** What it likes best; the smaller one where it likes two alike. */
  readonly preferred: ContentCoding;
  /** Whether it also takes the body as it is. */
  readonly identity: boolean;
}

/** The smallest first. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/** What a client that says nothing can read. */
export const PLAIN: AcceptedCodings = { preferred: 'identity', identity: true };

/**
 * Reads an `Accept-Encoding` header (RFC 9110, 12.5.3): codings with weights, `*` for those not
 * named. The body as it is needs no naming, but is then liked least.
 *
 * @returns nothing when the client refuses all that there is
 *
 * @example acceptedCodings('gzip, br;q=0.5')?.preferred // 'gzip'
 */
export function acceptedCodings(header: string | undefined): AcceptedCodings | undefined {
  if (header === undefined) return PLAIN;
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',')) {
    const [coding, ...parameters] = element.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const name = coding === 'x-gzip' ? 'gzip' : coding;
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const others = weights.get('*');
  const least = Number.MIN_VALUE;
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? least : 0);
  const [preferred] = CODINGS.filter((coding) => weightOf(coding) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  return preferred && { preferred, identity: weightOf('identity') > 0 };
}
