/*
 * The operations of the API over HTTP. Start here: each operation has its path, its response and its function, which is
 * in the file with its name. Nothing here depends on HTTP, except for the names of paths and headers.
 */

import type { JsonSchema } from '../base/json-schema.js';
import type { Catalog } from '../catalog/catalog.js';
import { ApiError } from './api-error.js';
import type { RequestContext } from './context.js';
import { getList } from './get-list.js';
import { getSession } from './get-session.js';
import { getTitle } from './get-title.js';
import { listContentOfUser } from './list-content-of-user.js';
import { listListsOfUser } from './list-lists-of-user.js';
import { listUserContent } from './list-user-content.js';
import type { PARAMETERS } from './schema/parameters.js';
import {
  contentOfUserResponseSchema,
  listResponseSchema,
  listsResponseSchema,
  sessionResponseSchema,
  titleResponseSchema,
  titlesResponseSchema,
  userContentResponseSchema,
} from './schema/responses.js';
import { traceSearchTitles } from './search-titles.js';

/** An operation of the API: its path, its description, and the function that performs it. */
export interface Operation {
  /** The path of a request. `{id}` stands for a percent-encoded id. */
  readonly path: string;
  /** The summary in the OpenAPI document. */
  readonly summary: string;
  /** The kind of record that the id in the path identifies. Absent if the path has no id. */
  readonly id?: 'title' | 'user' | 'list' | 'session';
  /** The JSON schema of the response body. */
  readonly response: JsonSchema;
  /**
   * Performs the operation.
   *
   * @param id the decoded id from the path, or an empty string if the path has none
   * @throws ApiError if the request is invalid, or if an id in the request is unknown or has expired
   * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
   */
  run(
    catalogs: readonly Catalog[],
    id: string,
    params: URLSearchParams,
    context: RequestContext,
  ): OperationResult;
}

/** The result of an operation. */
export interface OperationResult {
  readonly body: unknown;
  /** Additional HTTP headers for the response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The name of an operation, which is also the name of the function that performs it. */
export type OperationName = keyof typeof PARAMETERS;

/** The operations of the API (section 4 of the API specification). */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  searchTitles: {
    path: '/v1/titles',
    summary: 'Search the titles of one library',
    response: titlesResponseSchema,
    run(catalogs, _id, params, context) {
      const { body, relaxed } = traceSearchTitles(catalogs, params, context);
      return relaxed === undefined ? { body } : { body, headers: { 'X-Carrel-Relaxed': relaxed } };
    },
  },
  getTitle: {
    path: '/v1/titles/{id}',
    summary: 'Get one title',
    id: 'title',
    response: titleResponseSchema,
    run: (catalogs, id, params, context) => ({ body: getTitle(catalogs, id, params, context) }),
  },
  listUserContent: {
    path: '/v1/user_content',
    summary: 'List user content about a title, or the most recent user content',
    response: userContentResponseSchema,
    run: (catalogs, _id, params, context) => ({
      body: listUserContent(catalogs, params, context),
    }),
  },
  listContentOfUser: {
    path: '/v1/users/{id}/user_content',
    summary: 'List the user content of one user',
    id: 'user',
    response: contentOfUserResponseSchema,
    run: (catalogs, id, params, context) => ({
      body: listContentOfUser(catalogs, id, params, context),
    }),
  },
  getList: {
    path: '/v1/lists/{id}',
    summary: 'Get one list with its items',
    id: 'list',
    response: listResponseSchema,
    run: (catalogs, id, params, context) => ({ body: getList(catalogs, id, params, context) }),
  },
  listListsOfUser: {
    path: '/v1/users/{id}/lists',
    summary: 'List the lists of one user',
    id: 'user',
    response: listsResponseSchema,
    run: (catalogs, id, params, context) => ({
      body: listListsOfUser(catalogs, id, params, context),
    }),
  },
  getSession: {
    path: '/v1/sessions/{id}',
    summary: 'Get the user of a session',
    id: 'session',
    response: sessionResponseSchema,
    run: (catalogs, id, params, context) => ({
      body: getSession(catalogs, id, params, context),
    }),
  },
};

/** The operation at a path, and the id in the path. */
export interface OperationMatch {
  readonly name: OperationName;
  /** The decoded id from the path, or an empty string if the path has none. */
  readonly id: string;
}

const PATTERNS = (Object.keys(OPERATIONS) as OperationName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${OPERATIONS[name].path.replace('{id}', '([^/]+)')}$`),
}));

/**
 * Finds the operation at a path. The path is not normalized, and the id is decoded once.
 *
 * @param path the percent-encoded path of a request, without the query
 * @returns undefined if no operation has this path
 * @throws ApiError 400 if the id in the path is not valid percent-encoded UTF-8
 *
 * @example findOperation('/v1/titles/0000001101') // { name: 'getTitle', id: '0000001101' }
 */
export function findOperation(path: string): OperationMatch | undefined {
  for (const { name, pattern } of PATTERNS) {
    const match = pattern.exec(path);
    if (match !== null) return { name, id: decodeId(match[1] ?? '', path) };
  }
  return undefined;
}

function decodeId(id: string, path: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new ApiError('invalid_path', `path '${path}': expected valid percent-encoded UTF-8`);
  }
}
