/*
 * Sends requests to an OAI-PMH provider: repeats a request that fails, and reads a list of records page by page. The
 * requests have the redirects, timeouts and limits of `snapshot/file/addresses/request.ts`.
 */

import { setTimeout as wait } from 'node:timers/promises';
import {
  type Address,
  AddressError,
  parseAddress,
  request,
  TooLongError,
} from '../../snapshot/file/addresses/request.js';
import { xmlText } from '../text-encodings.js';
import {
  type OaiError,
  OaiReader,
  type OaiRecord,
  OaiResponseError,
  type OaiVerb,
} from './oai-reader.js';

/** Options of {@link createOaiClient}. */
export interface OaiClientOptions {
  /**
   * The time within which the next 64 KiB of a response, or its end, must arrive, in milliseconds. Default: 2 minutes.
   */
  readonly timeoutMs?: number | undefined;
  /** The maximum size of a response after decompression, in bytes. Default: 1 GiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Stops the requests, which then throw the reason of the signal. Default: never. */
  readonly signal?: AbortSignal | undefined;
  /** Called with a message before each pause between two attempts. Default: none. */
  readonly onRetry?: ((message: string) => void) | undefined;
  /** Pauses for a number of milliseconds. Default: a timer. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/** A record, and the part of its response that has been read. */
interface ReceivedRecord {
  readonly record: OaiRecord;
  readonly response: OaiReader;
}

/** The records of a response, and the response, whose `errors` may contain errors of the protocol. */
type ReceivedRecords = AsyncGenerator<ReceivedRecord, OaiReader, undefined>;

/** Sends requests to an OAI-PMH provider. */
export interface OaiClient {
  /** The address without credentials and without its query, for messages. */
  readonly name: string;
  /**
   * Sends a request, and yields the records of the response while it is received. Repeats the request after a failure
   * that may be temporary: a connection error, a timeout, a damaged response, the statuses 408, 425 and 429, and statuses
   * outside of 400 to 499. After a failure in the middle of a response, the records are repeated.
   *
   * @throws Error after {@link MAX_ATTEMPTS} attempts, or at once for a failure that is not temporary
   */
  request(parameters: OaiParameters): ReceivedRecords;
}

type OaiParameters = Readonly<Record<string, string>> & { readonly verb: OaiVerb };

const MAX_ATTEMPTS = 6;
/** The pause before the second attempt. The pause doubles with each further attempt. */
const FIRST_PAUSE_MS = 1000;
/** The maximum pause that a provider can request with `Retry-After`. */
const MAX_PAUSE_MS = 3_600_000;
const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_MAX_RESPONSE_BYTES = 1 << 30;

/** The maximum length of the part of a message that can contain text of a response. */
const MAX_MESSAGE_CHARS = 200;

/**
 * Creates a client for a provider.
 *
 * @param address The address of the provider, with `http:` or `https:`. A user name and a password in the address are
 *   sent as Basic authentication, and only to this host.
 * @throws Error for an address of another kind
 */
export function createOaiClient(address: string, options: OaiClientOptions = {}): OaiClient {
  const { url, name, headers } = parseAddress('URL', address);
  const { onRetry, signal = new AbortController().signal } = options;
  const { pause = (milliseconds) => wait(milliseconds, undefined, { signal }) } = options;
  return {
    name,
    async *request(parameters) {
      const { verb } = parameters;
      const target = { url: new URL(url), name: `${name}: ${verb}`, headers };
      for (const [key, value] of Object.entries(parameters)) {
        target.url.searchParams.set(key, value);
      }
      for (let attempt = 1; ; attempt++) {
        try {
          return yield* send(target, verb, { ...options, signal });
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof AddressError) || !isTemporary(error)) throw error;
          const problem = error.message;
          if (attempt === MAX_ATTEMPTS) throw new Error(`${problem}, ${MAX_ATTEMPTS} times`);
          const pauseMs = error.pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
          const seconds = Math.ceil(pauseMs / 1000);
          if (pauseMs > MAX_PAUSE_MS) {
            throw new Error(
              `${target.name}: expected a pause of at most 1 hour in Retry-After, found ${seconds} s (status ${error.status})`,
            );
          }
          onRetry?.(`${problem}; next attempt in ${seconds} s`);
          try {
            await pause(pauseMs);
          } finally {
            signal.throwIfAborted();
          }
        }
      }
    },
  };
}

/** Returns the address of a provider without credentials and without its query. */
export function providerName(address: string): string {
  return parseAddress('URL', address).name;
}

/** Returns whether a request can succeed when it is repeated. A response that is too long would be as long again. */
function isTemporary(error: AddressError): boolean {
  return !error.isFinal && !(error instanceof TooLongError);
}

/** Sends a request once. */
async function* send(
  target: Address,
  verb: OaiVerb,
  options: OaiClientOptions & { readonly signal: AbortSignal },
): ReceivedRecords {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options;
  const { signal } = options;
  const compressed = { 'accept-encoding': 'gzip, deflate' };
  const response = await request(target, compressed, [200], { signal, stallMs: timeoutMs });
  const reader = new OaiReader(verb);
  try {
    for await (const text of xmlText(response.pieces(maxResponseBytes))) {
      for (const record of reader.push(text)) yield { record, response: reader };
    }
    reader.end();
    return reader;
  } catch (error) {
    if (!(error instanceof OaiResponseError)) throw error;
    // A message can contain the name of an element.
    throw new AddressError(target.name, error.message.slice(0, MAX_MESSAGE_CHARS));
  }
}

interface RecordsRequest {
  readonly prefix: string;
  readonly set: string | undefined;
  /** The earliest datestamp, in the granularity of the provider. Default: all records. */
  readonly from: string | undefined;
}

/** The maximum number of times that a list is requested again because the provider refused a resumption token. */
const MAX_RESTARTS = 3;

/**
 * Requests a list of records, page by page, and yields the records. Requests the list again from its beginning if the
 * provider refuses a resumption token. The records are then repeated.
 *
 * @returns the date of the first response; undefined if the provider sent none
 */
export async function* listRecords(
  client: OaiClient,
  { prefix, set, from }: RecordsRequest,
): AsyncGenerator<ReceivedRecord, string | undefined, undefined> {
  const first: OaiParameters = {
    verb: 'ListRecords',
    metadataPrefix: prefix,
    ...(set !== undefined && { set }),
    ...(from !== undefined && { from }),
  };
  let restarts = 0;
  let date: string | undefined;
  let token: string | undefined;
  for (;;) {
    const parameters: OaiParameters =
      token === undefined ? first : { verb: 'ListRecords', resumptionToken: token };
    const page = yield* client.request(parameters);
    date ??= page.responseDate;
    const [error] = page.errors;
    if (error?.code === 'noRecordsMatch') return date;
    if (error?.code === 'badResumptionToken' && token !== undefined && restarts < MAX_RESTARTS) {
      restarts++;
      token = undefined;
      continue;
    }
    refuseErrors(client, 'ListRecords', page.errors);
    if (page.resumptionToken === undefined) return date;
    if (page.resumptionToken === token) {
      throw new Error(
        `${client.name}: ListRecords: expected a new resumption token, found the token of the request`,
      );
    }
    token = page.resumptionToken;
  }
}

/** @throws Error if the response contains an error of the protocol */
export function refuseErrors(client: OaiClient, verb: OaiVerb, [error]: readonly OaiError[]): void {
  if (error === undefined) return;
  const [code, message] = [error.code, error.message].map((text) =>
    text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_MESSAGE_CHARS),
  );
  const advice =
    error.code === 'cannotDisseminateFormat' ? '; choose another --prefix, such as marcxml' : '';
  throw new Error(
    `${client.name}: ${verb}: expected a response without errors, found the error ${code} (${message})${advice}`,
  );
}
