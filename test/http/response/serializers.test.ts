import fastJson from 'fast-json-stringify';
import { expect, it } from 'vitest';
import { serializers } from '../../../src/http/response/serializers.js';
import { OPERATIONS, type OperationName } from '../../../src/v1/operations.js';
import { openedCatalog } from '../../shared-data.js';

const CONTEXT = { baseUrl: 'https://"api".example.org/\\' };

it.for<[OperationName, id: string, query: string]>([
  ['searchTitles', '', 'q=*&library=alderwick&metadata=1&utm="\\&locale=zh-CN'],
  ['searchTitles', '', 'q=*&library=alderwick&limit=100'],
  ['listUserContent', '', 'metadata=1&locale=ru-RU'],
  ['listContentOfUser', '1001', 'metadata=1'],
  ['listListsOfUser', '1008', 'metadata=1'],
])(
  'the serializer of %s writes the same text as its schema compiled without changes: %s %s',
  ([name, id, query]) => {
    const { response, run } = OPERATIONS[name];
    const compiled = fastJson(response as unknown as Parameters<typeof fastJson>[0]);
    const { body } = run([openedCatalog('alderwick')], id, new URLSearchParams(query), CONTEXT);
    expect(serializers[name](body)).toBe(compiled(body));
  },
);
