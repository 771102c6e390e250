import type { Writable } from 'node:stream';
import { messageLine, printable } from '../../base/messages.js';
import { createMeter } from './meter.js';

/** The values of {@link LogLevel}. */
export const LOG_LEVELS = ['off', 'error', 'info'] as const;

/** `off` logs nothing, `error` logs errors, `info` also logs requests and other normal events. */
export type LogLevel = (typeof LOG_LEVELS)[number];

type LogFields = Readonly<Record<string, unknown>>;

/** Receives events. Each event has a name and optional fields. */
export interface Log {
  /** The level of the log. At `off`, responses have no `X-Request-Id`. */
  readonly level: LogLevel;
  /** Logs an event of normal operation, at the level `info` only. */
  info(event: string, fields?: LogFields): void;
  /** Logs an event that needs attention, at the levels `error` and `info`. */
  error(event: string, fields?: LogFields): void;
}

/** A log that discards all events. */
export const SILENT_LOG: Log = { level: 'off', info() {}, error() {} };

/** A log that writes only errors, to standard error, each in one line. */
export const STANDARD_ERROR_LOG: Log = {
  level: 'off',
  info() {},
  error(event, { error, reason = error } = {}) {
    process.stderr.write(`${messageLine(`${event}: ${reason}`)}\n`);
  },
};

/**
 * Creates a log that writes one JSON object per line: `time` (UTC), `level`, `event`, `pid` and the
 * fields of the event. Events of one turn of the event loop are written together.
 *
 * @param write receives one or more whole lines, each ending with a line feed
 *
 * @example
 * const lines: string[] = [];
 * const log = createLog('info', (text) => lines.push(text));
 */
export function createLog(level: LogLevel, write: (lines: string) => void): Log {
  let buffered = '';
  const flush = () => {
    const lines = buffered;
    buffered = '';
    if (lines !== '') write(lines);
  };
  const append = (eventLevel: LogLevel, event: string, fields?: LogFields) => {
    if (buffered === '') setImmediate(flush);
    buffered += logLine(eventLevel, event, fields);
  };
  return {
    level,
    info: level === 'info' ? (event, fields) => append('info', event, fields) : () => {},
    error: level === 'off' ? () => {} : (event, fields) => append('error', event, fields),
  };
}

function logLine(level: LogLevel, event: string, fields: LogFields = {}): string {
  const line = { time: new Date().toISOString(), level, event, pid: process.pid, ...fields };
  return `${printable(JSON.stringify(line))}\n`;
}

/** The events of the level `error`. They are counted from 0, because Prometheus sees no increase in a new counter. */
const ERROR_EVENTS = [
  'API keys not reloaded',
  'catalog not compared',
  'catalog refused',
  'change skipped',
  'changes applied again',
  'connection limit lowered',
  'file keeps changing',
  'file not received',
  'log lines dropped',
  'more changes skipped',
  'request failed',
  'service manager not notified',
  'short API keys',
  'snapshot damaged',
  'standard output not written',
  'warm-up request failed',
  'worker exited',
];

/** Lines are dropped while this many bytes wait for the reader of the stream. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Creates a log like {@link createLog} that writes to a stream such as `process.stderr`. The log never
 * waits for the stream, and an error of the stream is not thrown. If the stream cannot be written, or
 * more than 1 MiB waits for its reader, lines are dropped and counted. When the stream can be written
 * again, an event `log lines dropped` contains the number of dropped lines.
 *
 * @param meter counts the dropped lines, and all events by name. Default: a new meter
 *
 * @example
 * const log = createStreamLog('info', process.stderr);
 */
export function createStreamLog(level: LogLevel, stream: Writable, meter = createMeter()): Log {
  let unreported = 0;
  const drop = (lines: number) => {
    unreported += lines;
    meter.droppedLogLines += lines;
  };
  const write = (lines: string) => {
    if (stream.writableLength > MAX_BUFFERED_BYTES) {
      drop(countLines(lines));
      return;
    }
    const reported = unreported;
    unreported = 0;
    // A failed write can leave half a line, so the report begins on a new line.
    const report =
      reported === 0 ? '' : `\n${logLine('error', 'log lines dropped', { lines: reported })}`;
    stream.write(report + lines, (error) => {
      if (error) {
        unreported += reported;
        drop(countLines(lines));
      } else if (unreported > 0) write('');
    });
  };
  // The callback of each write receives the same error.
  stream.on('error', () => {});
  const log = createLog(level, write);
  for (const event of ERROR_EVENTS) meter.countEvent(event, 0);
  return {
    level,
    info(event, fields) {
      meter.countEvent(event);
      log.info(event, fields);
    },
    error(event, fields) {
      meter.countEvent(event);
      log.error(event, fields);
    },
  };
}

function countLines(lines: string): number {
  return lines.split('\n').length - 1;
}
