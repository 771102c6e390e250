import { join } from 'node:path';
import type { SyncSource } from '../source/source.js';
import { jsonFile, jsonLinesFile } from './source-file.js';

/**
 * Returns a source that reads a directory in the source format. `library.json` and `titles.jsonl` are
 * required; `users.jsonl`, `user_content.jsonl`, `lists.jsonl` and `sessions.jsonl` are optional.
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

/** Returns the paths of all required and optional files of a source directory, whether or not they exist. */
export function sourceDirectoryFiles(directory: string): string[] {
  const { name: _, ...files } = sourceDirectory(directory);
  return Object.values(files).map((file) => join(directory, file.name));
}
