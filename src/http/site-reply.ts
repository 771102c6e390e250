import { type AcceptedCodings, PLAIN } from './content-coding.js';
import { conditionalReply, type Reply } from './reply.js';
import { type Headers, represent } from './representation.js';
import type { SiteAnswer } from './site.js';

/** The types that are text, or written as text. */
const COMPRESSIBLE = /^text\/|^application\/(?:javascript|json|xml)|\+(?:json|xml)/i;

/** What an answer of a site has that does not say otherwise: pages change with the snapshot. */
const ASKED_AGAIN: Headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' };

/** A site's answer as a client reads it best, or 304 for a client that has it. */
export function siteReply(
  { status, headers, body }: SiteAnswer,
  accepted: AcceptedCodings = PLAIN,
  ifNoneMatch?: string,
): Reply {
  const described = { ...ASKED_AGAIN, ...headers };
  const isText = COMPRESSIBLE.test(headers['Content-Type'] ?? '');
  const representation = represent(body, described, isText ? accepted : PLAIN);
  return status === 200
    ? conditionalReply(representation, ifNoneMatch)
    : { status, headers: representation.headers, body: representation.bytes };
}
