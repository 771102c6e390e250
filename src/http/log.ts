/** How much is told: nothing, what went wrong, or every request besides. */
export const LOG_LEVELS = ['off', 'error', 'info'] as const;

/** How much is told of requests. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Takes what happened. */
export interface Log {
  readonly level: LogLevel;
  /** Something that is as it should be. */
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that somebody should look at. */
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Tells nothing. */
export const SILENT: Log = { level: 'off', info() {}, error() {} };

/**
 * A log of one JSON object a line: `time` in UTC, `level`, `event`, `pid` and what the event is
 * told with. Lines are gathered until the work at hand is done, and written together.
 *
 * @param write takes whole lines
 */
export function createLog(level: LogLevel, write: (lines: string) => void): Log {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') write(lines);
  };
  const tell = (of: LogLevel, event: string, fields: Readonly<Record<string, unknown>> = {}) => {
    if (waiting === '') setImmediate(flush);
    const line = { time: new Date().toISOString(), level: of, event, pid: process.pid, ...fields };
    waiting += `${JSON.stringify(line)}\n`;
  };
  return {
    level,
    info: level === 'info' ? (event, fields) => tell('info', event, fields) : () => {},
    error: level === 'off' ? () => {} : (event, fields) => tell('error', event, fields),
  };
}
