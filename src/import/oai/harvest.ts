import { ChangeCollector, type CollectorOptions, type HarvestReport } from './change-collector.js';
import { inGranularity } from './change-time.js';
import { listRecords, refuseErrors } from './list-records.js';
import type { OaiClient } from './oai-client.js';

/** Options of {@link harvest}. */
export interface HarvestOptions extends CollectorOptions {
  /** The time from which records are requested if the state has none, in ISO 8601 and UTC. Default: all records. */
  readonly from?: string | undefined;
  /** Called after each record with the number of records so far, and with their expected number if it is known. */
  readonly onProgress?: ((records: number, expected: number | undefined) => void) | undefined;
}

/**
 * Requests the records that changed since the previous harvest, and turns them into changes: a `put` for each record,
 * and a `delete` for each record that is deleted or hidden from readers.
 *
 * @throws Error if a request fails
 */
export async function harvest(
  client: OaiClient,
  { from, onProgress, ...options }: HarvestOptions,
): Promise<HarvestReport> {
  const { state, onWarning } = options;
  const { granularity, deletedRecord, errors } = await client.request({ verb: 'Identify' });
  refuseErrors(client, 'Identify', errors);
  if (deletedRecord === 'no') {
    onWarning(
      `${client.name}: expected a provider that reports deleted records, found deletedRecord 'no'; only a build deletes their titles`,
    );
  }
  const start = state.from ?? from;
  const request = {
    prefix: state.prefix,
    set: state.set,
    from: start === undefined ? undefined : inGranularity(start, granularity),
  };
  const collector = new ChangeCollector(options, granularity);
  let records = 0;
  const date = await listRecords(client, request, (record, { responseDate, listSize }) => {
    collector.add(record, responseDate);
    onProgress?.(++records, listSize);
  });
  return collector.end(date);
}
