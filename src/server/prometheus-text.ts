/* Formats the text of `/metrics`. `meter.ts` counts, and `monitoring.ts` answers the requests. */

import { parseInstant } from '../base/instant.js';
import type { SourceCheck } from '../snapshot/file/addresses/local-files.js';
import type { ChangesProgress } from '../snapshot/file/followed-catalog.js';
import type { ServedSnapshot } from '../snapshot/file/replaceable-catalogs.js';
import type { OpenDescriptors } from './file-descriptors.js';
import { DURATION_BOUNDS, type Durations, type Measurements } from './meter.js';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  /** Suffix of the metric's name, such as `_sum`. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** Returns measurements and the state of snapshots in the text format of Prometheus, version 0.0.4. */
export function prometheusText(
  measurements: Measurements,
  snapshots: readonly ServedSnapshot[],
  sources: readonly SourceCheck[] = [],
  descriptors?: OpenDescriptors,
): string {
  const { workers, operations, keys, inFlight, cache, droppedLogLines, memory } = measurements;
  const counter = (name: string, help: string, ...samples: Sample[]) =>
    metric(name, 'counter', help, samples);
  const gauge = (name: string, help: string, ...samples: Sample[]) =>
    metric(name, 'gauge', help, samples);
  return [
    counter(
      'carrel_responses_total',
      'Responses sent, by operation and status.',
      ...byStatus(operations),
    ),
    metric(
      'carrel_response_seconds',
      'histogram',
      'Time from the head of a request to the last byte of its response, by operation.',
      Object.entries(operations).flatMap(([operation, counted]) =>
        durations(counted, { operation }),
      ),
    ),
    counter(
      'carrel_key_responses_total',
      'Responses to API requests, by the name of the API key.',
      ...Object.entries(keys).map(([key, value]) => ({ labels: { key }, value })),
    ),
    gauge('carrel_requests_in_flight', 'Responses not yet sent completely.', { value: inFlight }),
    counter('carrel_cache_hits_total', 'Responses found in the cache.', { value: cache.hits }),
    counter('carrel_cache_misses_total', 'Responses not found in the cache.', {
      value: cache.misses,
    }),
    gauge('carrel_cache_entries', 'Responses in the cache.', { value: cache.entries }),
    gauge('carrel_cache_bytes', 'Memory of the cache.', { value: cache.bytes }),
    counter(
      'carrel_refused_total',
      'Refused requests and connections, by reason.',
      ...Object.entries(measurements.refusals).map(([reason, value]) => ({
        labels: { reason },
        value,
      })),
    ),
    counter('carrel_snapshots_refused_total', 'New snapshots that were refused.', {
      value: measurements.refusedSnapshots,
    }),
    counter('carrel_worker_exits_total', 'Threads that ended unexpectedly or were silent.', {
      value: measurements.workerExits,
    }),
    metric(
      'carrel_event_loop_delay_seconds',
      'histogram',
      'Time for which the event loop was blocked, measured every 50 ms.',
      durations(measurements.eventLoopDelay, {}),
    ),
    counter(
      'carrel_log_events_total',
      'Events for the log, by name.',
      ...Object.entries(measurements.events).map(([event, value]) => ({
        labels: { event },
        value,
      })),
    ),
    counter('carrel_log_lines_dropped_total', 'Lines that the log has dropped.', {
      value: droppedLogLines,
    }),
    gauge(
      'carrel_snapshot_timestamp_seconds',
      'Date of each open snapshot.',
      ...snapshots.map(({ library, snapshot, date }) => ({
        labels: { library, snapshot },
        value: parseInstant(date) / 1000,
      })),
    ),
    gauge(
      'carrel_titles',
      'Titles of each library.',
      ...snapshots.map(({ library, titles }) => ({ labels: { library }, value: titles })),
    ),
    ...Object.entries(CHANGES_METRICS).map(([field, [name, help]]) =>
      gauge(
        name,
        help,
        ...snapshots.flatMap(({ library, changes }) =>
          changes === undefined
            ? []
            : { labels: { library }, value: changes[field as keyof ChangesProgress] },
        ),
      ),
    ),
    gauge(
      'carrel_address_check_timestamp_seconds',
      'Time of the last check of each address without an error, or 0.',
      ...sources.flatMap(({ source, isAddress, checked }) =>
        isAddress ? { labels: { address: source }, value: checked } : [],
      ),
    ),
    gauge(
      'carrel_path_check_timestamp_seconds',
      'Time of the last check that found the open snapshot at each path.',
      ...sources.flatMap(({ source, isAddress, checked }) =>
        isAddress ? [] : { labels: { path: source }, value: checked },
      ),
    ),
    gauge(
      'carrel_pending_snapshot_timestamp_seconds',
      'Time since when a snapshot that is not open has been at each path or address, or 0.',
      ...sources.flatMap(({ source, pendingSince }) =>
        pendingSince === undefined ? [] : { labels: { source }, value: pendingSince },
      ),
    ),
    gauge('carrel_workers', 'Threads that answer requests.', { value: workers }),
    gauge('carrel_resident_memory_bytes', 'Resident memory of the processes.', {
      value: memory.resident,
    }),
    gauge('carrel_heap_bytes', 'JavaScript heap in use.', { value: memory.heap }),
    gauge('carrel_buffer_bytes', 'Memory outside the JavaScript heap, including snapshots.', {
      value: memory.buffers,
    }),
    ...(descriptors === undefined
      ? []
      : [
          gauge('process_open_fds', 'Open file descriptors, including connections.', {
            value: descriptors.open,
          }),
        ]),
    ...(descriptors === undefined || descriptors.max === Number.POSITIVE_INFINITY
      ? []
      : [
          gauge('process_max_fds', 'Maximum number of open file descriptors.', {
            value: descriptors.max,
          }),
        ]),
    gauge('process_start_time_seconds', 'Start time of the process that answers this request.', {
      value: performance.timeOrigin / 1000,
    }),
  ].join('');
}

/** The metric and the help of each number in the progress of changes. */
const CHANGES_METRICS: Readonly<Record<keyof ChangesProgress, readonly [string, string]>> = {
  bytes: ['carrel_changes_bytes', 'Bytes of the changes file that have been read.'],
  lines: ['carrel_changes_lines', 'Lines of the changes file that have been read.'],
  applied: ['carrel_changes_applied', 'Changes in the changes file that were applied.'],
  superseded: [
    'carrel_changes_superseded',
    'Changes in the changes file that are older than the snapshot.',
  ],
  skipped: ['carrel_changes_skipped', 'Lines of the changes file that cannot be applied.'],
};

/** Returns the text of a metric, or an empty string for a metric without samples. */
function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function byStatus(operations: Measurements['operations']): Sample[] {
  return Object.entries(operations).flatMap(([operation, { statuses }]) =>
    Object.entries(statuses).map(([status, value]) => ({ labels: { operation, status }, value })),
  );
}

/** Returns the samples of a histogram. Each bucket of Prometheus also counts all shorter durations. */
function durations({ durations, seconds }: Durations, labels: Labels): Sample[] {
  let value = 0;
  const buckets = durations.map((count, i) => {
    value += count;
    const bound = DURATION_BOUNDS[i];
    const le = bound === Infinity ? '+Inf' : String(bound);
    return { suffix: '_bucket', labels: { ...labels, le }, value };
  });
  return [
    ...buckets,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value },
  ];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}
