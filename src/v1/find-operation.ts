import { ApiError } from './api-error.js';
import { OPERATIONS, type OperationName } from './operations.js';

/** The operation that a path asks for, and the id in it. */
export interface FoundOperation {
  readonly name: OperationName;
  /** The id in the path, decoded; empty for an operation without one. */
  readonly id: string;
}

const PATTERNS = (Object.keys(OPERATIONS) as OperationName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${OPERATIONS[name].path.replace('{id}', '([^/]+)')}$`),
}));

/**
 * The operation at a path. The path is taken as it was received: nothing is normalised, and an id is
 * decoded once.
 *
 * @param path the path of a request, percent-encoded, without its query
 * @returns nothing when no operation has such a path
 * @throws ApiError 400 when the id in it is not valid percent-encoding
 *
 * @example findOperation('/v1/titles/0000001101') // { name: 'getTitle', id: '0000001101' }
 */
export function findOperation(path: string): FoundOperation | undefined {
  for (const { name, pattern } of PATTERNS) {
    const match = pattern.exec(path);
    if (match !== null) return { name, id: decoded(match[1] ?? '', path) };
  }
  return undefined;
}

function decoded(id: string, path: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new ApiError(400, `The path '${path}' is not valid percent-encoding of UTF-8.`);
  }
}
