import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../src/v1/find-operation.js';
import { openApiDocument } from '../../../src/v1/openapi/openapi-document.js';
import { OPERATIONS } from '../../../src/v1/operations.js';

const document = openApiDocument('https://api.example.org');

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({
      valid: true,
    });
  });

  it('has every path that is served', () => {
    for (const path of Object.keys(document.paths)) {
      expect(findOperation(path.replace('{id}', 'a%2Fb'))).toEqual({
        name: document.paths[path].get.operationId,
        id: path.includes('{id}') ? 'a/b' : '',
      });
    }
  });

  it('names each operation after the function that answers it', () => {
    const names = Object.values(document.paths).map(({ get }) => get.operationId);
    expect(names).toEqual(Object.keys(OPERATIONS));
  });

  it('tells of a parameter what a request without it gets', () => {
    const { parameters } = document.paths['/v1/user_content'].get;
    expect(parameters).toContainEqual({
      name: 'sort',
      in: 'query',
      description: 'The order of the results',
      schema: { type: 'string', enum: ['newest', 'oldest'], default: 'newest' },
    });
    expect(parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      description: 'How many results a page has; above 100, 100 is used',
      schema: { type: 'integer', minimum: 1, default: 10 },
    });
  });

  it('has the API key as what a client signs in with, not among the parameters', () => {
    expect(JSON.stringify(document.paths)).not.toContain('"name":"api_key"');
    expect(document.components.securitySchemes.api_key).toEqual({
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
    });
  });

  it('names a shape once and refers to it wherever it stands', () => {
    const { UserContentEntry, TitlesResponse } = document.components.schemas;
    expect(UserContentEntry.properties).toMatchObject({
      user: { $ref: '#/components/schemas/UserSummary' },
      title: { $ref: '#/components/schemas/TitleSummary' },
      content: { items: { $ref: '#/components/schemas/ContentItem' } },
    });
    expect(TitlesResponse.properties).toMatchObject({
      metadata: { $ref: '#/components/schemas/Metadata', description: expect.any(String) },
    });
  });

  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'carrel', components: document.components }, 'carrel');

  it.each(Object.keys(document.components.schemas))('has in %s a schema that compiles', (name) => {
    expect(ajv.compile({ $ref: `carrel#/components/schemas/${name}` })).toBeTypeOf('function');
  });
});
