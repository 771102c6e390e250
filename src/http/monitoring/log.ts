/** Log levels: nothing, errors only, or errors and every request. */
export const LOG_LEVELS = ['off', 'error', 'info'] as const;

/** `off` logs nothing, `error` logs errors, `info` also logs every request. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Receives events. */
export interface Log {
  readonly level: LogLevel;
  /** Logs an event of normal operation. */
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Logs an event that needs attention. */
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A log that discards all events. */
export const SILENT_LOG: Log = { level: 'off', info() {}, error() {} };

/**
 * Creates a log that writes one JSON object per line: `time` (UTC), `level`, `event`, `pid` and the
 * fields of the event. Lines of one turn of the event loop are written together.
 *
 * @param write receives one or more whole lines, each with its line feed
 *
 * @example
 * const log = createLog('info', (lines) => process.stderr.write(lines));
 */
export function createLog(level: LogLevel, write: (lines: string) => void): Log {
  let buffered = '';
  const flush = () => {
    const lines = buffered;
    buffered = '';
    if (lines !== '') write(lines);
  };
  const append = (
    eventLevel: LogLevel,
    event: string,
    fields: Readonly<Record<string, unknown>> = {},
  ) => {
    if (buffered === '') setImmediate(flush);
    const line = {
      time: new Date().toISOString(),
      level: eventLevel,
      event,
      pid: process.pid,
      ...fields,
    };
    buffered += `${JSON.stringify(line)}\n`;
  };
  return {
    level,
    info: level === 'info' ? (event, fields) => append('info', event, fields) : () => {},
    error: level === 'off' ? () => {} : (event, fields) => append('error', event, fields),
  };
}
