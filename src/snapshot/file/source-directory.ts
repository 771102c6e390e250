import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Source, SourceFile, SourceRecord } from '../source.js';
import { readJsonFile, readJsonLines } from './json-lines.js';

/**
 * A directory in the source format: `library.json` and `titles.jsonl`, and beside them `users.jsonl`,
 * `user_content.jsonl`, `lists.jsonl` and `sessions.jsonl` where there are any.
 */
export function sourceDirectory(directory: string): Source {
  const lines = (name: string, isRequired = false): SourceFile => {
    return sourceFile(directory, name, isRequired, readJsonLines);
  };
  return {
    name: directory,
    library: sourceFile(directory, 'library.json', true, readJsonFile),
    titles: lines('titles.jsonl', true),
    users: lines('users.jsonl'),
    userContent: lines('user_content.jsonl'),
    lists: lines('lists.jsonl'),
    sessions: lines('sessions.jsonl'),
  };
}

function sourceFile(
  directory: string,
  name: string,
  isRequired: boolean,
  read: (path: string) => Iterable<SourceRecord>,
): SourceFile {
  const path = join(directory, name);
  return {
    name,
    place: (line) => `${path}:${line}`,
    *records() {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory()) {
        yield { position: 1, problem: 'is a directory, wanted a file.' };
      } else if (stats !== undefined) {
        yield* read(path);
      } else if (isRequired) {
        yield { position: 1, problem: 'there is no such file, and a source needs it.' };
      }
    },
  };
}
