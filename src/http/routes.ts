import type { Catalog } from '../catalog/catalog.js';
import { listContentOfUser } from '../v1/content-of-user.js';
import type { RequestContext } from '../v1/context.js';
import { getList } from '../v1/list.js';
import { listListsOfUser } from '../v1/lists-of-user.js';
import { getSession } from '../v1/session.js';
import { getTitle } from '../v1/title.js';
import { traceSearchTitles } from '../v1/titles.js';
import { listUserContent } from '../v1/user-content.js';
import { type Serializer, serializers } from './serializers.js';

/** An operation of the API as requests reach it. */
export interface Route {
  /** The path, as received; what its group matches is the id, percent-encoded. */
  readonly path: RegExp;
  readonly answer: (
    catalogs: readonly Catalog[],
    id: string,
    params: URLSearchParams,
    context: RequestContext,
  ) => RouteAnswer;
  readonly serialize: Serializer;
}

/** What an operation answers. */
export interface RouteAnswer {
  readonly body: unknown;
  /** Headers beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The seven operations (section 4). */
export const routes: readonly Route[] = [
  {
    path: /^\/v1\/titles$/,
    answer(catalogs, _id, params, context) {
      const { body, relaxed } = traceSearchTitles(catalogs, params, context);
      return relaxed === undefined ? { body } : { body, headers: { 'X-Carrel-Relaxed': relaxed } };
    },
    serialize: serializers.titles,
  },
  {
    path: /^\/v1\/titles\/([^/]+)$/,
    answer: (catalogs, id, params, context) => ({ body: getTitle(catalogs, id, context, params) }),
    serialize: serializers.title,
  },
  {
    path: /^\/v1\/user_content$/,
    answer: (catalogs, _id, params, context) => ({
      body: listUserContent(catalogs, params, context),
    }),
    serialize: serializers.userContent,
  },
  {
    path: /^\/v1\/users\/([^/]+)\/user_content$/,
    answer: (catalogs, id, params, context) => ({
      body: listContentOfUser(catalogs, id, params, context),
    }),
    serialize: serializers.contentOfUser,
  },
  {
    path: /^\/v1\/lists\/([^/]+)$/,
    answer: (catalogs, id, params, context) => ({ body: getList(catalogs, id, context, params) }),
    serialize: serializers.list,
  },
  {
    path: /^\/v1\/users\/([^/]+)\/lists$/,
    answer: (catalogs, id, params, context) => ({
      body: listListsOfUser(catalogs, id, params, context),
    }),
    serialize: serializers.listsOfUser,
  },
  {
    path: /^\/v1\/sessions\/([^/]+)$/,
    answer: (catalogs, id, params, context) => ({
      body: getSession(catalogs, id, context, params),
    }),
    serialize: serializers.session,
  },
];
