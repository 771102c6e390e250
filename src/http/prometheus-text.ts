import type { Catalog } from '../catalog/catalog.js';
import { instantOf } from '../catalog/instant.js';
import { DURATION_BOUNDS, type Measurements, type ResponseMeasurements } from './meter.js';

/** Of values that need no escaping: words of Carrel's own, and ids of libraries. */
type Labels = Readonly<Record<string, string>>;

interface Sample {
  /** What follows the metric's name, such as `_sum`. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** Measurements in the text form that Prometheus reads (version 0.0.4). */
export function prometheusText(
  { processes, operations, inFlight, cache, memory }: Measurements,
  catalogs: readonly Catalog[],
): string {
  const counter = (name: string, help: string, ...samples: Sample[]) =>
    metric(name, 'counter', help, samples);
  const gauge = (name: string, help: string, ...samples: Sample[]) =>
    metric(name, 'gauge', help, samples);
  return [
    counter('carrel_responses_total', 'Responses sent.', ...byStatus(operations)),
    metric(
      'carrel_response_seconds',
      'histogram',
      'From the head of a request to the last byte of its response.',
      Object.entries(operations).flatMap(durations),
    ),
    gauge('carrel_requests_in_flight', 'Responses that have not left yet.', { value: inFlight }),
    counter('carrel_cache_hits_total', 'Answers found in the cache.', { value: cache.hits }),
    counter('carrel_cache_misses_total', 'Answers not found there.', { value: cache.misses }),
    gauge('carrel_cache_entries', 'Answers in the cache.', { value: cache.entries }),
    gauge('carrel_cache_bytes', 'What the cache takes.', { value: cache.bytes }),
    gauge(
      'carrel_snapshot_timestamp_seconds',
      'The date of a snapshot that is served.',
      ...catalogs.map(({ library, fingerprint }) => ({
        labels: { library: library.id, snapshot: fingerprint },
        value: instantOf(library.snapshot_date) / 1000,
      })),
    ),
    gauge(
      'carrel_titles',
      'Titles that are served.',
      ...catalogs.map(({ library, titles }) => ({
        labels: { library: library.id },
        value: titles.size,
      })),
    ),
    gauge('carrel_processes', 'Processes of which these are the sums.', { value: processes }),
    gauge('carrel_resident_memory_bytes', 'Memory of the processes.', { value: memory.resident }),
    gauge('carrel_heap_bytes', 'Of it, JavaScript values.', { value: memory.heap }),
    gauge('carrel_buffer_bytes', 'Of it, buffers, snapshots among them.', {
      value: memory.buffers,
    }),
    gauge('process_start_time_seconds', 'When the process that tells this was started.', {
      value: performance.timeOrigin / 1000,
    }),
  ].join('');
}

/** A metric; one without samples is left out. */
function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${written(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function byStatus(operations: Measurements['operations']): Sample[] {
  return Object.entries(operations).flatMap(([operation, { statuses }]) =>
    Object.entries(statuses).map(([status, value]) => ({ labels: { operation, status }, value })),
  );
}

/** A bucket of Prometheus has all that took no longer than it says. */
function durations([operation, { durations, seconds }]: [string, ResponseMeasurements]): Sample[] {
  let value = 0;
  const buckets = durations.map((number, place) => {
    value += number;
    const bound = DURATION_BOUNDS[place];
    const le = bound === Infinity ? '+Inf' : String(bound);
    return { suffix: '_bucket', labels: { operation, le }, value };
  });
  const labels = { operation };
  return [
    ...buckets,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value },
  ];
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
