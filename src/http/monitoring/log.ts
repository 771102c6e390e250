/** The values of {@link LogLevel}. */
export const LOG_LEVELS = ['off', 'error', 'info'] as const;

/** `off` logs nothing, `error` logs errors, `info` also logs requests and other normal events. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Receives events. Each event has a name and optional fields. */
export interface Log {
  /** The level of the log. At `off`, responses have no `X-Request-Id`. */
  readonly level: LogLevel;
  /** Logs an event of normal operation, at the level `info` only. */
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Logs an event that needs attention, at the levels `error` and `info`. */
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A log that discards all events. */
export const SILENT_LOG: Log = { level: 'off', info() {}, error() {} };

/**
 * Creates a log that writes one JSON object per line: `time` (UTC), `level`, `event`, `pid` and the
 * fields of the event. Events of one turn of the event loop are written together.
 *
 * @param write receives one or more whole lines, each ending with a line feed
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
