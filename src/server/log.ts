/* The log of a server: events as lines of JSON, without secrets. `meter.ts` counts the events. */

import type { Writable } from 'node:stream';
import { messageLine, printable } from '../base/messages.js';
import type { NamedApiKey } from '../web/api-keys.js';
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

function ignore(): void {}

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
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
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

const REDACTED = '[redacted]';

/** Maximum number of percent-decodings. A text that is encoded this often or more counts as secret. */
const MAX_DECODINGS = 8;

/** Returns whether a text contains an API key of the server, in any case. */
export type KeyFinder = (text: string) => boolean;

/** A key of fewer characters is found only as a whole word, because it can be part of other words. */
const MIN_PART_CHARS = 8;

/**
 * Creates a function that finds API keys in texts, in any case. In a percent-decoded text, the function also finds keys
 * whose spaces are plus signs.
 *
 * @param keys returns the API keys: the same array until the keys change
 */
export function createKeyFinder(keys: () => readonly (string | NamedApiKey)[]): KeyFinder {
  let known: readonly (string | NamedApiKey)[] | undefined;
  let parts: readonly string[] = [];
  let words: ReadonlySet<string> = new Set();
  return (text) => {
    const current = keys();
    if (current !== known) {
      known = current;
      const texts = current.map((key) => bytesOf(typeof key === 'string' ? key : key.key));
      parts = texts.filter((key) => key.length >= MIN_PART_CHARS);
      words = new Set(texts.filter((key) => key.length < MIN_PART_CHARS));
    }
    const lower = text.toLowerCase();
    return [lower, lower.replaceAll('+', ' ')].some(
      (written) =>
        parts.some((key) => written.includes(key)) ||
        (words.size > 0 && written.split(WORD_END).some((word) => words.has(word))),
    );
  };
}

/** Matches the characters of a URL between two words. */
const WORD_END = /[\s/?#&=:;,.]/;

/** Returns a key in lower case, with a character for each byte of UTF-8, as in a URL whose percent-encoding is decoded. */
function bytesOf(key: string): string {
  return Buffer.from(key).toString('latin1').toLowerCase();
}

/**
 * Removes API keys, session ids and the values of unknown parameters from the path and query of a request, for the log.
 * A parameter or path segment is secret if it contains an API key, or mentions an API key or a session, in any
 * percent-encoding. Each secret parameter becomes `[redacted]`, and so does an unknown parameter without a value. The
 * first secret segment and all segments after it become one `[redacted]`, but `sessions` is kept if another segment
 * follows.
 *
 * @param known the names of the parameters that keep their values; of any other parameter, only the name is kept
 *
 * @example
 * redactUrl('/v1/sessions/4f2a?api_key=secret&x=1&locale=en-CA', new Set(['locale']));
 * // '/v1/sessions/[redacted]?[redacted]&x&locale=en-CA'
 */
export function redactUrl(
  url: string,
  known: ReadonlySet<string> = new Set(),
  hasKey: KeyFinder = () => false,
): string {
  const isSecret = (text: string) => mentionsSecret(text, hasKey);
  const mark = url.indexOf('?');
  if (mark < 0) return redactPath(url, isSecret);
  const path = redactPath(url.slice(0, mark), isSecret);
  const parameters = url.slice(mark + 1).split('&');
  const safe = parameters.map((parameter) => (isSecret(parameter) ? REDACTED : parameter));
  // A key can contain an ampersand.
  if (isSecret(safe.join('&'))) return `${path}?${REDACTED}`;
  const shown = safe.map((parameter) => {
    const [name, value] = parameter.split('=', 2);
    if (known.has(name) || parameter === '') return parameter;
    return value ? name : REDACTED;
  });
  return `${path}?${shown.join('&')}`;
}

/**
 * Replaces the first secret segment of a path and all segments after it by one `[redacted]`. If only the
 * path as a whole is secret, as in `/api/key`, replaces the whole path.
 */
function redactPath(path: string, isSecret: (text: string) => boolean): string {
  const segments = path.split('/');
  const first = segments.findIndex(isSecret);
  if (first < 0) return isSecret(path) ? REDACTED : path;
  const hasSessionId = segments[first] === 'sessions' && segments.length > first + 1;
  return [...segments.slice(0, hasSessionId ? first + 1 : first), REDACTED].join('/');
}

/**
 * Returns whether a text contains an API key, `session` or `api_key`, in any case and percent-encoding. In `api_key`,
 * any character or no character may replace the underscore.
 */
function mentionsSecret(text: string, hasKey: KeyFinder): boolean {
  let decoded = text;
  for (let depth = 0; depth < MAX_DECODINGS; depth++) {
    if (/api.?key|session/i.test(decoded) || hasKey(decoded)) return true;
    const deeper = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (deeper === decoded) return false;
    decoded = deeper;
  }
  return true;
}
