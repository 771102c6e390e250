import type { SourceRecords } from '../../../src/snapshot/source/source.js';
import { type FileContent, writeFiles } from './scratch-directory.js';

/** The files of a library with one book, one user and one session. */
export const SMALL_SOURCE = {
  'library.json':
    '{"id":"harbour","name":"Harbour Library","snapshot_date":"2026-11-01T00:00:00Z"}',
  'titles.jsonl': '{"id":"1","title":"Moby-Dick","format":{"id":"BK"}}\n',
  'users.jsonl': '{"id":1001,"name":"ishmael"}\n',
  'sessions.jsonl': '{"id":"c7f1e09b42d8","user":1001}\n',
} as const satisfies Readonly<Record<string, FileContent>>;

/**
 * Writes the files of {@link SMALL_SOURCE} into a directory, and returns the directory.
 *
 * @param files files that replace or extend {@link SMALL_SOURCE}; `undefined` omits a file
 */
export function writeSource(
  directory: string,
  files: Readonly<Record<string, FileContent | undefined>> = {},
): string {
  const all: Record<string, FileContent | undefined> = { ...SMALL_SOURCE, ...files };
  const present = Object.entries(all).flatMap(([name, content]) =>
    content === undefined ? [] : [[name, content] as const],
  );
  return writeFiles(directory, Object.fromEntries(present));
}

/** Writes records as the files of a source directory, and returns the directory. */
export function writeRecords(directory: string, records: SourceRecords): string {
  return writeFiles(directory, {
    'library.json': JSON.stringify(records.library, null, 2),
    'titles.jsonl': [...records.titles],
    'users.jsonl': [...(records.users ?? [])],
    'user_content.jsonl': [...(records.userContent ?? [])],
    'lists.jsonl': [...(records.lists ?? [])],
    'sessions.jsonl': [...(records.sessions ?? [])],
  });
}
