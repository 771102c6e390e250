import { OPERATIONS, type Operation, type OperationName } from '../operations.js';
import { RELAXATIONS } from '../relaxation.js';
import { errorResponseSchema } from '../schema/error.js';
import type { Parameter } from '../schema/parameter.js';
import { PARAMETERS } from '../schema/parameters.js';
import { type ComponentSchema, componentSchemas, referenceTo } from './components.js';

/** A description of the API in OpenAPI 3.1, as JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, { readonly get: ComponentSchema }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, ComponentSchema>>>>;
}

/**
 * Describes the API: every operation, what it may be asked and what it answers, from the same
 * tables that requests are read and responses are written by.
 *
 * @param baseUrl the address under which the API is served
 * @example openApiDocument('https://api.example.org').paths['/v1/titles'].get
 */
export function openApiDocument(baseUrl = '/'): OpenApiDocument {
  const names = Object.keys(OPERATIONS) as OperationName[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Library catalog',
      version: '1',
      description: 'Titles, user content, lists and sessions of library catalogs, to be read.',
    },
    servers: [{ url: baseUrl }],
    security: [{ api_key: [] }],
    paths: Object.fromEntries(
      names.map((name) => [OPERATIONS[name].path, { get: described(name, OPERATIONS[name]) }]),
    ),
    components: {
      schemas: componentSchemas(),
      responses: RESPONSES,
      securitySchemes: { api_key: { type: 'apiKey', in: 'query', name: 'api_key' } },
    },
  };
}

const RESPONSES: Readonly<Record<string, ComponentSchema>> = {
  NotModified: { description: 'What was asked for with If-None-Match is still the same' },
  BadRequest: errorResponse('A parameter is missing, given twice, or has a value not allowed'),
  Forbidden: errorResponse('The API key is missing or not known'),
  NotFound: errorResponse('Nothing has that id'),
  NotAcceptable: errorResponse('Accept-Encoding refuses all there is'),
  TooLong: errorResponse('The address is longer than the server reads'),
  TooManyRequests: errorResponse('There are too many requests with this API key'),
  Overloaded: errorResponse('The server has more requests than it can answer'),
  Refused: errorResponse('The request is not one that HTTP or the server allows'),
};

function errorResponse(description: string): ComponentSchema {
  return { description, content: json(referenceTo(errorResponseSchema)) };
}

function described(name: OperationName, { id, summary, response }: Operation): ComponentSchema {
  return {
    operationId: name,
    summary,
    parameters: [...(id === undefined ? [] : [idParameter(id)]), ...queryParameters(name)],
    responses: {
      200: {
        description: summary,
        ...(name === 'searchTitles' && { headers: RELAXED }),
        content: json(referenceTo(response)),
      },
      400: { $ref: '#/components/responses/BadRequest' },
      403: { $ref: '#/components/responses/Forbidden' },
      404: { $ref: '#/components/responses/NotFound' },
      ...(name !== 'getSession' && ENCODED),
      414: { $ref: '#/components/responses/TooLong' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      503: { $ref: '#/components/responses/Overloaded' },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

/** What is kept and compressed may be answered besides; who is signed in is told anew and as it stands. */
const ENCODED: ComponentSchema = {
  304: { $ref: '#/components/responses/NotModified' },
  406: { $ref: '#/components/responses/NotAcceptable' },
};

const RELAXED: ComponentSchema = {
  'X-Carrel-Relaxed': {
    description: 'How the query had to be taken for anything to be found; absent when as it stands',
    schema: { type: 'string', enum: RELAXATIONS },
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

/** The API key has a place of its own, among the security schemes. */
function queryParameters(name: OperationName): ComponentSchema[] {
  const parameters: Readonly<Record<string, Parameter>> = PARAMETERS[name];
  return Object.entries(parameters)
    .filter(([parameter]) => parameter !== 'api_key')
    .map(([parameter, shape]) => ({
      name: parameter,
      in: 'query',
      ...('required' in shape && { required: true }),
      description: shape.description,
      schema: valueSchema(shape),
    }));
}

function valueSchema(parameter: Parameter): ComponentSchema {
  switch (parameter.type) {
    case 'text':
      return { type: 'string' };
    case 'choice': {
      const { values, byDefault } = parameter;
      return { type: 'string', enum: values, ...(byDefault && { default: byDefault }) };
    }
    case 'number':
      return { type: 'integer', minimum: 1, default: parameter.byDefault };
  }
}
