import { join } from 'node:path';
import type { SourceFile, SyncSource } from '../source/source.js';
import { jsonFile, jsonLinesFile, textLinesFile } from './source-file.js';

/** The files of a directory in the source format, whether or not they exist. */
interface DirectorySource extends SyncSource {
  readonly synonyms: SourceFile;
}

/**
 * Returns a source that reads a directory in the source format. `library.json` and `titles.jsonl` are
 * required; `users.jsonl`, `user_content.jsonl`, `lists.jsonl`, `sessions.jsonl` and `synonyms.txt` are optional.
 */
export function sourceDirectory(directory: string): DirectorySource {
  return {
    name: directory,
    library: jsonFile(join(directory, 'library.json')),
    titles: jsonLinesFile(join(directory, 'titles.jsonl'), { isRequired: true }),
    users: jsonLinesFile(join(directory, 'users.jsonl')),
    userContent: jsonLinesFile(join(directory, 'user_content.jsonl')),
    lists: jsonLinesFile(join(directory, 'lists.jsonl')),
    sessions: jsonLinesFile(join(directory, 'sessions.jsonl'), { isSecret: true }),
    synonyms: textLinesFile(join(directory, 'synonyms.txt')),
  };
}

/** Returns the paths of all required and optional files of a source directory, whether or not they exist. */
export function sourceDirectoryFiles(directory: string): string[] {
  const { name: _, ...files } = sourceDirectory(directory);
  return Object.values(files).map((file) => join(directory, file.name));
}
