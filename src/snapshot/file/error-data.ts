import { CatalogSetError } from '../../catalog/catalog-set.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { SourceError } from '../source/source-report.js';
import { PublishingError } from './writing/publishing-limits.js';

/** An error as plain data, which can be sent to another thread. A sent `Error` loses its class and its properties. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The other properties, such as `code` and `path`. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly cause: ErrorData | undefined;
}

/** The classes that {@link errorOf} restores by default. An error of another class becomes an `Error` with the same name. */
const CLASSES = {
  CatalogSetError,
  PublishingError,
  RangeError,
  SnapshotError,
  SourceError,
  TypeError,
};

/** Converts an error and its causes to plain data. */
export function errorData(error: unknown): ErrorData {
  const { name, message, stack, cause, ...properties } =
    error instanceof Error ? error : new Error(String(error));
  return {
    name,
    message,
    stack,
    properties,
    cause: cause === undefined ? undefined : errorData(cause),
  };
}

/**
 * Returns the error that {@link errorData} converted, with its class, properties and cause.
 *
 * @param classes The classes to restore, by name. Default: the classes of errors of snapshots.
 */
export function errorOf(
  { name, message, stack, properties, cause }: ErrorData,
  classes: Readonly<Record<string, { readonly prototype: Error }>> = CLASSES,
): Error {
  const error = new Error(message);
  if (Object.hasOwn(classes, name)) Object.setPrototypeOf(error, classes[name].prototype);
  if (error.name !== name) error.name = name;
  Object.assign(error, properties);
  const hidden = { stack, ...(cause !== undefined && { cause: errorOf(cause, classes) }) };
  for (const [key, value] of Object.entries(hidden)) {
    Object.defineProperty(error, key, { value, writable: true, configurable: true });
  }
  return error;
}
