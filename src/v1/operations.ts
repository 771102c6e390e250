import type { Catalog } from '../catalog/catalog.js';
import type { JsonSchema } from '../catalog/json-schema.js';
import { listContentOfUser } from './content-of-user.js';
import type { RequestContext } from './context.js';
import { getList } from './list.js';
import { listListsOfUser } from './lists-of-user.js';
import { listResponseSchema, listsResponseSchema } from './schema/list.js';
import type { PARAMETERS } from './schema/parameters.js';
import { sessionResponseSchema } from './schema/session.js';
import { titleResponseSchema, titlesResponseSchema } from './schema/titles.js';
import { contentOfUserResponseSchema, userContentResponseSchema } from './schema/user-content.js';
import { getSession } from './session.js';
import { getTitle } from './title.js';
import { traceSearchTitles } from './titles.js';
import { listUserContent } from './user-content.js';

/** An operation of the API as a client sees it, and what answers it. */
export interface Operation {
  /** Its path; `{id}` stands for an id, percent-encoded. */
  readonly path: string;
  /** What it answers, in a few words. */
  readonly summary: string;
  /** Whose id stands in the path. */
  readonly id?: 'title' | 'user' | 'list' | 'session';
  /** The shape of its response. */
  readonly response: JsonSchema;
  /**
   * Answers it.
   *
   * @param id the id in the path, decoded; empty for an operation without one
   * @throws ApiError for what is wrong with the request
   */
  answer(
    catalogs: readonly Catalog[],
    id: string,
    params: URLSearchParams,
    context: RequestContext,
  ): OperationAnswer;
}

/** What an operation answers. */
export interface OperationAnswer {
  readonly body: unknown;
  /** HTTP headers that tell what the body does not. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The name of an operation: that of the function that answers it. */
export type OperationName = keyof typeof PARAMETERS;

/** The seven operations (section 4). */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  searchTitles: {
    path: '/v1/titles',
    summary: 'Search the titles of one library',
    response: titlesResponseSchema,
    answer(catalogs, _id, params, context) {
      const { body, relaxed } = traceSearchTitles(catalogs, params, context);
      return relaxed === undefined ? { body } : { body, headers: { 'X-Carrel-Relaxed': relaxed } };
    },
  },
  getTitle: {
    path: '/v1/titles/{id}',
    summary: 'One title',
    id: 'title',
    response: titleResponseSchema,
    answer: (catalogs, id, params, context) => ({ body: getTitle(catalogs, id, context, params) }),
  },
  listUserContent: {
    path: '/v1/user_content',
    summary: 'What users said about a title, or the most recent of all',
    response: userContentResponseSchema,
    answer: (catalogs, _id, params, context) => ({
      body: listUserContent(catalogs, params, context),
    }),
  },
  listContentOfUser: {
    path: '/v1/users/{id}/user_content',
    summary: 'What one user said about titles',
    id: 'user',
    response: contentOfUserResponseSchema,
    answer: (catalogs, id, params, context) => ({
      body: listContentOfUser(catalogs, id, params, context),
    }),
  },
  getList: {
    path: '/v1/lists/{id}',
    summary: 'One list',
    id: 'list',
    response: listResponseSchema,
    answer: (catalogs, id, params, context) => ({ body: getList(catalogs, id, context, params) }),
  },
  listListsOfUser: {
    path: '/v1/users/{id}/lists',
    summary: 'The lists that one user made',
    id: 'user',
    response: listsResponseSchema,
    answer: (catalogs, id, params, context) => ({
      body: listListsOfUser(catalogs, id, params, context),
    }),
  },
  getSession: {
    path: '/v1/sessions/{id}',
    summary: 'Who is signed in under a session id',
    id: 'session',
    response: sessionResponseSchema,
    answer: (catalogs, id, params, context) => ({
      body: getSession(catalogs, id, context, params),
    }),
  },
};
