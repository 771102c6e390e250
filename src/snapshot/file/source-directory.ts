import { join } from 'node:path';
import type { SyncSource } from '../source.js';
import { jsonFile, jsonLinesFile } from './source-file.js';

/**
 * A directory in the source format: `library.json` and `titles.jsonl`, and beside them `users.jsonl`,
 * `user_content.jsonl`, `lists.jsonl` and `sessions.jsonl` where there are any.
 */
export function sourceDirectory(directory: string): SyncSource {
  return {
    name: directory,
    library: jsonFile(join(directory, 'library.json')),
    titles: jsonLinesFile(join(directory, 'titles.jsonl'), { isRequired: true }),
    users: jsonLinesFile(join(directory, 'users.jsonl')),
    userContent: jsonLinesFile(join(directory, 'user_content.jsonl')),
    lists: jsonLinesFile(join(directory, 'lists.jsonl')),
    sessions: jsonLinesFile(join(directory, 'sessions.jsonl'), { isSecret: true }),
  };
}

/** The paths of the files that a directory in the source format has, or may have. */
export function sourceDirectoryFiles(directory: string): string[] {
  const { name: _, ...files } = sourceDirectory(directory);
  return Object.values(files).map((file) => join(directory, file.name));
}
