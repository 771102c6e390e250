import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/v1/openapi-document.js';
import { findOperation, OPERATIONS } from '../../src/v1/operations.js';

const document = openApiDocument('https://api.example.org');

describe('The OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({
      valid: true,
    });
  });

  it('has only paths at which findOperation finds the same operation', () => {
    for (const path of Object.keys(document.paths)) {
      expect(findOperation(path.replace('{id}', 'a%2Fb'))).toEqual({
        name: document.paths[path].get.operationId,
        id: path.includes('{id}') ? 'a/b' : '',
      });
    }
  });

  it('names each operation after its function', () => {
    const names = Object.values(document.paths).map(({ get }) => get.operationId);
    expect(names).toEqual(Object.keys(OPERATIONS));
  });

  it('has the default values of parameters', () => {
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
      description: 'The maximum number of results per page; for a value above 100, 100 is used',
      schema: { type: 'integer', minimum: 1, default: 10 },
    });
  });

  it('has the API key as a security scheme, not as a parameter', () => {
    expect(JSON.stringify(document.paths)).not.toContain('"name":"api_key"');
    expect(document.components.securitySchemes.api_key).toEqual({
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
    });
  });

  it('has references to named schemas, which are defined under components', () => {
    const { UserContentEntry, TitlesResponse } = document.components.schemas;
    expect(UserContentEntry.properties).toMatchObject({
      user: { $ref: '#/components/schemas/UserSummary' },
      title: { $ref: '#/components/schemas/TitleSummary' },
      content: { items: { $ref: '#/components/schemas/ContentEntryItem' } },
    });
    expect(TitlesResponse.properties).toMatchObject({
      metadata: { $ref: '#/components/schemas/Metadata', description: expect.any(String) },
    });
  });

  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'carrel', components: document.components }, 'carrel');

  it.each(Object.keys(document.components.schemas))('has a schema for %s that compiles', (name) => {
    expect(ajv.compile({ $ref: `carrel#/components/schemas/${name}` })).toBeTypeOf('function');
  });
});
