import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/**
 * Writes a value in the serialization format of V8. As JSON, a large index would exceed the maximum length
 * of a string.
 */
export function writeValue(directory: string, name: string, value: unknown): void {
  writeFileSync(join(directory, name), serialize(value));
}

/** Reads a value that {@link writeValue} wrote. */
export function readValue<T>(directory: string, name: string): T {
  return deserialize(readFileSync(join(directory, name))) as T;
}
