import {
  MAX_MESSAGE_CHARS,
  type OaiClient,
  type OaiParameters,
  type ReceivedRecord,
} from './oai-client.js';
import type { OaiError, OaiVerb } from './oai-reader.js';

/** A request for a list of records. */
export interface RecordsRequest {
  readonly prefix: string;
  readonly set: string | undefined;
  /** The earliest datestamp, in the granularity of the provider. Default: all records. */
  readonly from: string | undefined;
}

/** The maximum number of times that a list is requested again because the provider refused a resumption token. */
const MAX_RESTARTS = 3;

/**
 * Requests a list of records, page by page, and yields the records. Requests the list again from its beginning if the provider refuses a
 * resumption token. The records are then repeated.
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
