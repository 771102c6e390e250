import { expect, expectTypeOf, it } from 'vitest';
import { NAMED_SCHEMAS } from '../../../src/v1/openapi/components.js';
import type * as errors from '../../../src/v1/schema/error.js';
import type * as lists from '../../../src/v1/schema/list.js';
import {
  type NarrowingParameter,
  type NumberParameter,
  PARAMETERS,
  SUGGEST_PARAMETERS,
  type TextParameter,
} from '../../../src/v1/schema/parameters.js';
import type * as params from '../../../src/v1/schema/request-parameters.js';
import type * as responses from '../../../src/v1/schema/responses.js';
import type * as sessions from '../../../src/v1/schema/session.js';
import * as titles from '../../../src/v1/schema/title.js';
import type * as titleResponses from '../../../src/v1/schema/titles.js';
import type * as content from '../../../src/v1/schema/user-content.js';
import type { FromSchema } from '../../catalog/records/from-schema.js';
import { interfacesOfParameters, interfacesOfSchemas } from './interfaces.js';

const GENERATED =
  '// `npx vitest run test/v1/schema/interfaces.test.ts --update` writes this file from';

it('src/v1/schema/responses.ts has the fields and the descriptions of the schemas', async () => {
  const { details_url, availability, jacket_cover, ...fields } =
    titles.titleDetailSchema.properties;
  const titleFields = {
    type: 'object',
    description: 'The fields of a title that do not depend on the address of the API',
    properties: fields,
    required: ['id', 'title', 'format'],
  } as const;
  const schemas = { ...NAMED_SCHEMAS, TitleFields: titleFields };
  const interfaces = interfacesOfSchemas(schemas, { TitleDetail: 'TitleFields' });
  const text = `${GENERATED} the schemas in this folder.\n\n${interfaces}`;
  await expect(text).toMatchFileSnapshot('../../../src/v1/schema/responses.ts');
});

it('src/v1/schema/request-parameters.ts has the fields and the descriptions of the table', async () => {
  const interfaces = interfacesOfParameters(
    {
      SearchTitlesParameters: PARAMETERS.searchTitles,
      GetTitleParameters: PARAMETERS.getTitle,
      ListUserContentParameters: PARAMETERS.listUserContent,
      ListContentOfUserParameters: PARAMETERS.listContentOfUser,
      GetListParameters: PARAMETERS.getList,
      ListListsOfUserParameters: PARAMETERS.listListsOfUser,
      GetSessionParameters: PARAMETERS.getSession,
      SuggestParameters: SUGGEST_PARAMETERS,
    },
    {
      SearchTitlesParameters:
        'The parameters of the operation GET /v1/titles and of `search`. An empty text, null or undefined as a narrowing does not narrow. A value of a narrowing that no title has matches no title. In any other parameter, an empty or invalid value throws ApiError. docs/search-for-staff.md in the package describes the query language',
      GetTitleParameters: 'The parameters of `getTitle`, those of GET /v1/titles/{id}',
      ListUserContentParameters:
        'The parameters of `listUserContent`, those of GET /v1/user_content',
      ListContentOfUserParameters:
        'The parameters of `listContentOfUser`, those of GET /v1/users/{id}/user_content',
      GetListParameters: 'The parameters of `getList`, those of GET /v1/lists/{id}',
      ListListsOfUserParameters:
        'The parameters of `listListsOfUser`, those of GET /v1/users/{id}/lists',
      GetSessionParameters: 'The parameters of `getSession`, those of GET /v1/sessions/{id}',
      SuggestParameters: 'The parameters of `suggest`',
    },
  );
  const imports =
    "import type { ContentTypeId, FormatId, ListTypeId } from '../../catalog/names/known-names.js';\n" +
    "import type { BranchId } from '../../catalog/narrowings.js';\n";
  const text = `${GENERATED} \`parameters.ts\`.\n${imports}\n${interfaces}`;
  await expect(text).toMatchFileSnapshot('../../../src/v1/schema/request-parameters.ts');
});

it('Interfaces of responses equal the types of their schemas', () => {
  expectTypeOf<responses.TitlesResponse>().toEqualTypeOf<
    FromSchema<typeof titleResponses.titlesResponseSchema>
  >();
  expectTypeOf<responses.TitleResponse>().toEqualTypeOf<
    FromSchema<typeof titleResponses.titleResponseSchema>
  >();
  expectTypeOf<responses.UserContentResponse>().toEqualTypeOf<
    FromSchema<typeof content.userContentResponseSchema>
  >();
  expectTypeOf<responses.ContentOfUserResponse>().toEqualTypeOf<
    FromSchema<typeof content.contentOfUserResponseSchema>
  >();
  expectTypeOf<responses.ListResponse>().toEqualTypeOf<
    FromSchema<typeof lists.listResponseSchema>
  >();
  expectTypeOf<responses.ListsResponse>().toEqualTypeOf<
    FromSchema<typeof lists.listsResponseSchema>
  >();
  expectTypeOf<responses.SessionResponse>().toEqualTypeOf<
    FromSchema<typeof sessions.sessionResponseSchema>
  >();
  expectTypeOf<responses.ErrorResponse>().toEqualTypeOf<
    FromSchema<typeof errors.errorResponseSchema>
  >();
});

/** The values that a request may have for a parameter. */
type InputOf<P> = P extends TextParameter
  ? string
  : P extends NumberParameter
    ? number
    : P extends NarrowingParameter
      ? string | readonly string[] | null
      : P extends { readonly values: readonly (infer Value extends string)[] }
        ? Value | (Value extends `${infer Digits extends number}` ? Digits : never)
        : never;

/** The interface of a table of parameters. */
type InputsOf<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly expectedIfMissing: string }
    ? Name
    : never]: InputOf<Table[Name]>;
} & {
  readonly [Name in keyof Table as Table[Name] extends { readonly expectedIfMissing: string }
    ? never
    : Name]?: InputOf<Table[Name]> | undefined;
};

it('Interfaces of parameters accept the values of the table, and no others', () => {
  type Table = typeof PARAMETERS;
  function agree<A, B extends A>(_a?: (value: A) => B, _b?: (value: B) => A): void {}
  agree<params.SearchTitlesParameters, InputsOf<Table['searchTitles']>>();
  agree<InputsOf<Table['searchTitles']>, params.SearchTitlesParameters>();
  agree<params.ListUserContentParameters, InputsOf<Table['listUserContent']>>();
  agree<InputsOf<Table['listUserContent']>, params.ListUserContentParameters>();
  expectTypeOf<keyof params.SearchTitlesParameters>().toEqualTypeOf<keyof Table['searchTitles']>();
});
