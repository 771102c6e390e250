// The declarations that the build writes equal the types that are derived from the schemas and tables.

import type * as parameters from '../../../dist/v1/schema/parameters.js';
import type * as responses from '../../../dist/v1/schema/responses.js';
import type { FromSchema } from '../../../src/base/json-schema.js';

type Equals<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Shows the fields of a type, so that a type with names and one with mapped fields are equal. */
type Fields<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { [K in keyof T]: Fields<T[K]> }
    : T;

declare function equal<A, B>(
  ...mustBe: Equals<Fields<A>, Fields<B>> extends true ? [] : [never]
): void;

equal<responses.TitlesResponse, FromSchema<typeof responses.titlesResponseSchema>>();
equal<responses.TitleResponse, FromSchema<typeof responses.titleResponseSchema>>();
equal<responses.UserContentResponse, FromSchema<typeof responses.userContentResponseSchema>>();
equal<responses.ContentOfUserResponse, FromSchema<typeof responses.contentOfUserResponseSchema>>();
equal<responses.ListResponse, FromSchema<typeof responses.listResponseSchema>>();
equal<responses.ListsResponse, FromSchema<typeof responses.listsResponseSchema>>();
equal<responses.SessionResponse, FromSchema<typeof responses.sessionResponseSchema>>();
equal<responses.ErrorResponse, FromSchema<typeof responses.errorResponseSchema>>();
equal<responses.FacetValue, FromSchema<typeof responses.facetValueSchema>>();
equal<responses.FacetValues, FromSchema<typeof responses.facetValuesSchema>>();
equal<responses.TitleFields, FromSchema<typeof responses.titleFieldsSchema>>();

type Tables = typeof parameters.PARAMETERS;
equal<parameters.SearchTitlesParameters, parameters.InputsOf<Tables['searchTitles']>>();
equal<parameters.ListUserContentParameters, parameters.InputsOf<Tables['listUserContent']>>();
equal<parameters.ListListsOfUserParameters, parameters.InputsOf<Tables['listListsOfUser']>>();
equal<parameters.GetSessionParameters, parameters.InputsOf<Tables['getSession']>>();
equal<
  parameters.FacetValuesParameters,
  parameters.InputsOf<typeof parameters.FACET_VALUES_PARAMETERS>
>();
equal<parameters.SuggestParameters, parameters.InputsOf<typeof parameters.SUGGEST_PARAMETERS>>();

// @ts-expect-error: the types differ
equal<responses.TitleSummary, responses.TitleDetail>();
