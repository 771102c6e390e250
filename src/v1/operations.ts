import type { JsonSchema } from '../catalog/json-schema.js';
import { listResponseSchema, listsResponseSchema } from './schema/list.js';
import type { PARAMETERS } from './schema/parameters.js';
import { sessionResponseSchema } from './schema/session.js';
import { titleResponseSchema, titlesResponseSchema } from './schema/titles.js';
import { contentOfUserResponseSchema, userContentResponseSchema } from './schema/user-content.js';

/** An operation of the API as a client sees it. */
export interface Operation {
  /** Its path; `{id}` stands for an id, percent-encoded. */
  readonly path: string;
  /** What it answers, in a few words. */
  readonly summary: string;
  /** Whose id stands in the path. */
  readonly id?: 'title' | 'user' | 'list' | 'session';
  /** The shape of its response. */
  readonly response: JsonSchema;
}

/** The name of an operation: that of the function that answers it. */
export type OperationName = keyof typeof PARAMETERS;

/** The seven operations (section 4). */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  searchTitles: {
    path: '/v1/titles',
    summary: 'Search the titles of one library',
    response: titlesResponseSchema,
  },
  getTitle: {
    path: '/v1/titles/{id}',
    summary: 'One title',
    id: 'title',
    response: titleResponseSchema,
  },
  listUserContent: {
    path: '/v1/user_content',
    summary: 'What users said about a title, or the most recent of all',
    response: userContentResponseSchema,
  },
  listContentOfUser: {
    path: '/v1/users/{id}/user_content',
    summary: 'What one user said about titles',
    id: 'user',
    response: contentOfUserResponseSchema,
  },
  getList: {
    path: '/v1/lists/{id}',
    summary: 'One list',
    id: 'list',
    response: listResponseSchema,
  },
  listListsOfUser: {
    path: '/v1/users/{id}/lists',
    summary: 'The lists that one user made',
    id: 'user',
    response: listsResponseSchema,
  },
  getSession: {
    path: '/v1/sessions/{id}',
    summary: 'Who is signed in under a session id',
    id: 'session',
    response: sessionResponseSchema,
  },
};
