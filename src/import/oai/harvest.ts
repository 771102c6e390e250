import type { Change } from '../../catalog/changes/change.js';
import { createPauses } from '../../snapshot/source/pauses.js';
import { checkMapping, type MappingOptions } from '../import-records.js';
import {
  ChangeCollector,
  type HarvestReport,
  type MutableHarvestReport,
} from './change-collector.js';
import { checkHarvestState, type HarvestState, inGranularity } from './harvest-state.js';
import {
  createOaiClient,
  listRecords,
  type OaiClient,
  type OaiClientOptions,
  refuseErrors,
} from './oai-client.js';
import type { OaiReader } from './oai-reader.js';

/** Options of {@link harvestChanges}. */
export interface HarvestOptions extends MappingOptions, Omit<OaiClientOptions, 'onRetry'> {
  /** The id of the library, which is added to each change. */
  readonly library: string;
  /** The state after the previous harvest, from its report. Default: none, which requests all records. */
  readonly state?: HarvestState | undefined;
  /**
   * The time from which records are requested if there is no state, in ISO 8601 and UTC, such as
   * `2026-11-01T04:00:00Z`. Default: all records.
   */
  readonly from?: string | undefined;
  /** The set whose records are requested. Default: all records. */
  readonly set?: string | undefined;
  /** The metadata format of the records, which must be MARCXML. Default: `marc21`. */
  readonly prefix?: string | undefined;
  /**
   * Finds the title id in the OAI identifier of a deleted record, as its first group. Default: the part after the last
   * colon.
   */
  readonly identifier?: RegExp | undefined;
  /**
   * The maximum number of deleted titles, from 0 to 100: a percentage of the records that this harvest and the earlier
   * harvests with its state have received, or of 1,000 if they are fewer. Above it, the changes throw an `Error` before
   * the first deletion. Default: no limit.
   */
  readonly maxDeleted?: number | undefined;
  /** Called with a message for each record that gives no change, and for other problems. Default: none. */
  readonly onWarning?: ((warning: string) => void) | undefined;
  /** Called after each record with the number of records so far, and with their expected number if it is known. */
  readonly progress?: ((records: number, expected: number | undefined) => void) | undefined;
}

/** Changes that are requested while they are read, and the report on them. */
export interface Harvest {
  /** The changes. They can be read once. A change can be repeated. */
  readonly changes: AsyncIterable<Change>;
  /** The report on the records received so far. The report is complete when all changes have been read. */
  readonly report: HarvestReport;
}

/** The maximum number of warnings in a report. */
const MAX_WARNINGS = 1000;

/**
 * Requests the MARC records of an OAI-PMH provider that changed since the previous harvest, and turns them into changes:
 * a `put` for each record, and a `delete` for each record that is deleted or hidden from readers. The changes can be
 * appended to a changes file as lines of JSON, or be passed to `applyChanges`. Reading the changes throws an `Error` if
 * a request fails, after 6 attempts if the failure may be temporary, or if too many titles are deleted.
 *
 * @param address the address of the provider, with `http:` or `https:`; a user name and a password in the address are
 *   sent as Basic authentication
 * @throws RangeError if `id` is not a MARC field, if `holdings` is not the name of a profile, or if `maxDeleted` is not
 *   in its range
 * @throws SourceError if the state or the holdings profile is invalid
 * @throws Error for an address of another kind, or for the state of another harvest
 *
 * @example
 * const { changes, report } = harvestChanges('https://koha.example/cgi-bin/koha/oai.pl', {
 *   library: 'branch',
 *   state,
 * });
 * let lines = '';
 * for await (const change of changes) lines += `${JSON.stringify(change)}\n`;
 * report.titles; // 1
 * state = report.state;
 */
export function harvestChanges(address: string, options: HarvestOptions): Harvest {
  const { id = '001', set, prefix = 'marc21', maxDeleted = 100, onWarning } = options;
  if (!(maxDeleted >= 0 && maxDeleted <= 100)) {
    throw new RangeError(`maxDeleted: expected a number from 0 to 100, found ${maxDeleted}`);
  }
  const report: MutableHarvestReport & { warnings: string[] } = {
    records: 0,
    titles: 0,
    deleted: 0,
    skipped: 0,
    warnings: [],
    state: undefined,
  };
  const warn = (warning: string) => {
    if (report.warnings.length < MAX_WARNINGS) report.warnings.push(warning);
    onWarning?.(warning);
  };
  const mapping = checkMapping(options);
  const client = createOaiClient(address, { ...options, onRetry: warn });
  const source = { address: client.name, prefix, ...(set !== undefined && { set }), id };
  const state = checkHarvestState(options.state, source);
  const provider = client.name;
  const collecting = { ...options, ...mapping, provider, state, report, onWarning: warn };
  return { report, changes: requestChanges(client, collecting) };
}

/** Options of a harvest, with a checked mapping. */
type CheckedOptions = Pick<HarvestOptions, 'from' | 'progress' | 'signal'> &
  ConstructorParameters<typeof ChangeCollector>[0];

async function* requestChanges(
  client: OaiClient,
  { from, progress, signal, ...options }: CheckedOptions,
): AsyncGenerator<Change, void> {
  const { state, report, onWarning } = options;
  const { granularity, deletedRecord, errors } = await identify(client);
  refuseErrors(client, 'Identify', errors);
  if (deletedRecord === 'no') {
    onWarning(
      `${client.name}: expected a provider that reports deleted records, found deletedRecord 'no'; only a build deletes their titles`,
    );
  }
  const start = state.from ?? from;
  const records = listRecords(client, {
    prefix: state.prefix,
    set: state.set,
    from: start === undefined ? undefined : inGranularity(start, granularity),
  });
  const collector = new ChangeCollector(options, granularity);
  const pauses = createPauses();
  async function* withPauses(changes: Iterable<Change>) {
    for (const change of changes) {
      yield change;
      if (pauses.isDue()) await pauses.pause();
      signal?.throwIfAborted();
    }
  }
  let next = await records.next();
  for (; !next.done; next = await records.next()) {
    const { record, response } = next.value;
    report.records++;
    yield* withPauses(collector.add(record, response.responseDate));
    progress?.(report.records, response.listSize);
  }
  yield* withPauses(collector.end(next.value));
}

/** Requests the properties of the provider. The response has no records. */
async function identify(client: OaiClient): Promise<OaiReader> {
  const { value } = await client.request({ verb: 'Identify' }).next();
  return value as OaiReader;
}
