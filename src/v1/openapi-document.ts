/*
 * Creates the OpenAPI document from the operations in `operations.ts`, and the parameters and responses in `schema/`.
 * `web/handler.ts` serves it.
 */

import type { JsonSchema } from '../base/json-schema.js';
import { OPERATIONS, type Operation, type OperationName } from './operations.js';
import { PARAMETERS, type Parameter } from './schema/parameters.js';
import { errorResponseSchema, NAMED_SCHEMAS } from './schema/responses.js';
import { RELAXATIONS } from './search/relaxation.js';

/** An object of the OpenAPI document, such as a schema or a response. */
export type ComponentSchema = { readonly [keyword: string]: unknown };

/** A description of the API in OpenAPI 3.1, as plain data for JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  /** The title and the version of the API. */
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  /** The addresses of the API. */
  readonly servers: readonly { readonly url: string }[];
  /** How requests are authorized. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The operations by path and method. */
  readonly paths: Readonly<Record<string, { readonly get: ComponentSchema }>>;
  /** The schemas, parameters and responses that operations refer to. */
  readonly components: Readonly<Record<string, Readonly<Record<string, ComponentSchema>>>>;
}

/**
 * Creates the OpenAPI document of all operations of the API.
 *
 * @param baseUrl the address under which the API is served. Default: `/`.
 * @example openApiDocument('https://api.example.org').paths['/v1/titles'].get
 */
export function openApiDocument(baseUrl = '/'): OpenApiDocument {
  const names = Object.keys(OPERATIONS) as OperationName[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Library catalog',
      version: '1',
      description:
        'Read-only access to the titles, user content, lists and sessions of library catalogs.',
    },
    servers: [{ url: baseUrl }],
    security: [{ api_key: [] }],
    paths: Object.fromEntries(
      names.map((name) => [
        OPERATIONS[name].path,
        { get: operationObject(name, OPERATIONS[name]) },
      ]),
    ),
    components: {
      schemas: componentSchemas(),
      responses: RESPONSES,
      securitySchemes: { api_key: { type: 'apiKey', in: 'query', name: 'api_key' } },
    },
  };
}

const RESPONSES: Readonly<Record<string, ComponentSchema>> = {
  NotModified: { description: 'The response has not changed since the ETag in If-None-Match' },
  BadRequest: errorResponse('A parameter is missing, invalid or given more than once'),
  Forbidden: errorResponse('The API key is missing or unknown'),
  NotFound: errorResponse('The id or the library is unknown'),
  NotAcceptable: errorResponse('Accept-Encoding allows none of the encodings of the server'),
  TooLong: errorResponse('The address is longer than the server accepts'),
  TooManyRequests: errorResponse('Too many requests with this API key'),
  Overloaded: errorResponse('The server has too many requests'),
  Refused: errorResponse('The request is not valid HTTP, or the server does not allow it'),
};

function errorResponse(description: string): ComponentSchema {
  return { description, content: json(referenceTo(errorResponseSchema)) };
}

function operationObject(
  name: OperationName,
  { id, summary, response }: Operation,
): ComponentSchema {
  return {
    operationId: name,
    summary,
    parameters: [...(id === undefined ? [] : [idParameter(id)]), ...queryParameters(name)],
    responses: {
      200: {
        description: summary,
        ...(name === 'searchTitles' && { headers: RELAXED_HEADER }),
        content: json(referenceTo(response)),
      },
      400: { $ref: '#/components/responses/BadRequest' },
      403: { $ref: '#/components/responses/Forbidden' },
      404: { $ref: '#/components/responses/NotFound' },
      ...(name !== 'getSession' && CACHE_RESPONSES),
      414: { $ref: '#/components/responses/TooLong' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      503: { $ref: '#/components/responses/Overloaded' },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

/** The additional responses of all operations except `getSession`, whose responses are not cached. */
const CACHE_RESPONSES: ComponentSchema = {
  304: { $ref: '#/components/responses/NotModified' },
  406: { $ref: '#/components/responses/NotAcceptable' },
};

const RELAXED_HEADER: ComponentSchema = {
  'X-Carrel-Relaxed': {
    description:
      'The step of relaxation that found the titles; absent if the query was not relaxed',
    schema: { type: 'string', enum: RELAXATIONS.all },
  },
};

function json(schema: ComponentSchema): ComponentSchema {
  return { 'application/json': { schema } };
}

function idParameter(kind: string): ComponentSchema {
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `The id of a ${kind}`,
    schema: { type: 'string' },
  };
}

/** Returns the query parameters of an operation except `api_key`, which is a security scheme. */
function queryParameters(name: OperationName): ComponentSchema[] {
  const parameters: Readonly<Record<string, Parameter>> = PARAMETERS[name];
  return Object.entries(parameters)
    .filter(([parameter]) => parameter !== 'api_key')
    .map(([parameter, shape]) => ({
      name: parameter,
      in: 'query',
      ...('expectedIfMissing' in shape && { required: true }),
      description: shape.description,
      schema: valueSchema(shape),
    }));
}

/** Returns the schema of the values of a parameter. */
export function valueSchema(parameter: Parameter): ComponentSchema {
  switch (parameter.type) {
    case 'text':
      return { type: 'string' };
    case 'narrowing':
      return { type: 'array', items: { type: 'string' } };
    case 'choice': {
      const { values, defaultValue } = parameter;
      return { type: 'string', enum: values, ...(defaultValue && { default: defaultValue }) };
    }
    case 'number':
      return { type: 'integer', minimum: 1, default: parameter.defaultValue };
  }
}

/** Returns the named schemas. A named schema inside another schema is replaced by a reference. */
function componentSchemas(): Record<string, ComponentSchema> {
  return Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, withReferences(schema)]),
  );
}

/**
 * Returns the reference to a named schema.
 *
 * @throws Error if the schema has no name
 */
function referenceTo(schema: JsonSchema): ComponentSchema {
  const name = nameOf(schema);
  if (name === undefined)
    throw new Error('component: expected a named schema, found another schema');
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Returns the name of a schema, or undefined. Schemas are compared by their `properties` object and
 * their `type`. A copy of a named schema with another description therefore has the same name. A copy
 * that also allows null has no name.
 */
function nameOf({ properties, type }: JsonSchema): string | undefined {
  if (properties === undefined) return undefined;
  return Object.keys(NAMED_SCHEMAS).find(
    (name) => NAMED_SCHEMAS[name].properties === properties && NAMED_SCHEMAS[name].type === type,
  );
}

function withReferences({ $id, ...schema }: JsonSchema): ComponentSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, shape]) => [field, nestedSchema(shape)]),
      ),
    }),
    ...(items && { items: nestedSchema(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: nestedSchema(additionalProperties),
    }),
  };
}

function nestedSchema(schema: JsonSchema): ComponentSchema {
  if (nameOf(schema) === undefined) return withReferences(schema);
  const { description } = schema;
  return { ...referenceTo(schema), ...(description && { description }) };
}
