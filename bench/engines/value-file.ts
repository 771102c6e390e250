import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Writes a value under a name, in the structured form of V8: JSON ends at 512 MB a string. */
export function writeValue(directory: string, name: string, value: unknown): void {
  writeFileSync(join(directory, name), serialize(value));
}

/** Reads what {@link writeValue} wrote. */
export function readValue<T>(directory: string, name: string): T {
  return deserialize(readFileSync(join(directory, name))) as T;
}
