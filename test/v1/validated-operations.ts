import { Ajv, type ValidateFunction } from 'ajv';
import { getList as list } from '../../src/v1/get-list.js';
import { getSession as session } from '../../src/v1/get-session.js';
import { getTitle as title } from '../../src/v1/get-title.js';
import { listContentOfUser as contentOfUser } from '../../src/v1/list-content-of-user.js';
import { listListsOfUser as listsOfUser } from '../../src/v1/list-lists-of-user.js';
import { listUserContent as userContent } from '../../src/v1/list-user-content.js';
import {
  contentOfUserResponseSchema,
  errorResponseSchema,
  listResponseSchema,
  listsResponseSchema,
  sessionResponseSchema,
  titleResponseSchema,
  titlesResponseSchema,
  userContentResponseSchema,
} from '../../src/v1/schema/responses.js';
import { searchTitles as titles } from '../../src/v1/search-titles.js';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

/**
 * The validators of responses. The schemas allow additional fields only in `borrowers` and `content_data`, whose
 * field names the specification does not define.
 */
const VALIDATORS = {
  titles: ajv.compile(titlesResponseSchema),
  title: ajv.compile(titleResponseSchema),
  userContent: ajv.compile(userContentResponseSchema),
  contentOfUser: ajv.compile(contentOfUserResponseSchema),
  list: ajv.compile(listResponseSchema),
  listsOfUser: ajv.compile(listsResponseSchema),
  session: ajv.compile(sessionResponseSchema),
  error: ajv.compile(errorResponseSchema),
} as const satisfies Record<string, ValidateFunction>;

/** The name of a kind of response. */
export type ResponseName = keyof typeof VALIDATORS;

/** Returns the body if it matches the schema of the response. Otherwise, throws an error with all violations. */
export function validated<T>(name: ResponseName, body: T): T {
  const validate = VALIDATORS[name];
  if (!validate(body)) {
    throw new Error(
      `Not a ${name} response: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`,
    );
  }
  return body;
}

/** Returns the operation with a check that every response matches its schema. */
function wrap<Args extends readonly unknown[], Body>(
  name: ResponseName,
  operation: (...args: Args) => Body,
): (...args: Args) => Body {
  return (...args) => validated(name, operation(...args));
}

export const searchTitles = wrap('titles', titles);
export const getTitle = wrap('title', title);
export const listUserContent = wrap('userContent', userContent);
export const listContentOfUser = wrap('contentOfUser', contentOfUser);
export const getList = wrap('list', list);
export const listListsOfUser = wrap('listsOfUser', listsOfUser);
export const getSession = wrap('session', session);
