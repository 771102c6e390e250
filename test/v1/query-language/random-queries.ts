import fc from 'fast-check';
import { FIELDS, type FieldName } from '../../../src/v1/query-language/fields.js';
import type { SyntaxTree, ValueNode } from '../../../src/v1/query-language/syntax-tree.js';

/** Characters with and without a special meaning in the query language, and the operator AND. */
const CHARACTER = fc.constantFrom(
  ...'aZ9é猫 -+!/~<>:*?\\"“[](){}\'&,.T'.split(''),
  'AND',
  'or',
  '^5',
  '&&',
  '😀',
  '\t',
);

const text = fc.array(CHARACTER, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const operator = fc.constantFrom(
  ...['AND', 'OR', 'NOT', 'TO', 'and', 'or', 'Not', '&&', '||', '-', '+', '!', '*', '?'],
  ...['title:', 'a:b', 'a^5', 'a~', '/re/', '>2010', '<=5'],
  ...[
    'TI',
    'N3',
    'prox',
    'sortby',
    'any',
    'all',
    'title',
    '=',
    '==',
    ':',
    '|',
    'wom#n',
    'a$',
    'near/2',
  ],
  ...['_x:y', 'dc.a:b', '^a', '*:*', '{a', 'NEAR', 'W3', 'XOR', 'title=a', '1980-1985'],
);
const word: fc.Arbitrary<ValueNode> = fc
  .oneof({ weight: 4, arbitrary: text }, operator)
  .map((it) => ({ kind: 'word', text: it }));
const phrase: fc.Arbitrary<ValueNode> = text
  .filter((it) => it.trim() !== '')
  .map((it) => ({ kind: 'phrase', text: it }));
const proximity: fc.Arbitrary<ValueNode> = fc
  .tuple(phrase, fc.constantFrom(1, 5, 100))
  .map(([it, distance]) => ({ ...it, kind: 'proximity', distance }) as ValueNode);
const wildcard: fc.Arbitrary<ValueNode> = fc
  .record({ first: text, rest: fc.array(fc.oneof(text, fc.constant('')), { maxLength: 2 }) })
  .chain(({ first, rest }) =>
    fc.boolean().map((endsWithStar) => ({
      kind: 'wildcard',
      pieces: [`a${first}`, ...rest],
      hasTrailingStar: endsWithStar || rest.length === 0,
    })),
  );
const number = fc.oneof(fc.integer({ min: -3000, max: 3000 }).map(String), fc.constant('4.25'));
const end = fc.oneof(number, fc.constant('*'));
const range: fc.Arbitrary<ValueNode> = fc.record({
  kind: fc.constant('range' as const),
  from: end,
  to: end,
});
const numeric: fc.Arbitrary<ValueNode> = fc.oneof(
  number.map((it): ValueNode => ({ kind: 'word', text: it })),
  range,
  fc.record({
    kind: fc.constant('comparison' as const),
    operator: fc.constantFrom('>' as const, '>=' as const, '<' as const, '<=' as const),
    number,
  }),
);
const all: fc.Arbitrary<ValueNode> = fc.constant({ kind: 'all' });

/** Creates random values of kinds that a field allows. */
function valuesIn(field: FieldName): fc.Arbitrary<ValueNode> {
  const { kind } = FIELDS[field].search;
  if (kind === 'number') return fc.oneof(numeric, all);
  if (kind === 'nothing') return fc.oneof(word, phrase, proximity, range, all);
  if (kind === 'call_number') return fc.oneof(word, phrase, all);
  if (kind !== 'text') return fc.oneof(word, phrase, wildcard, all);
  return fc.oneof(word, phrase, proximity, wildcard, all);
}

/** Creates random syntax trees for a field, with up to `depth` levels of operators and fields. */
export function treesIn(field: FieldName, depth = 3): fc.Arbitrary<SyntaxTree> {
  const value = valuesIn(field);
  if (depth === 0) return value;
  const clause = fc.constant(null).chain(() => treesIn(field, depth - 1));
  const clauses = fc.array(clause, { minLength: 2, maxLength: 4 });
  const names = fc.constantFrom(...(Object.keys(FIELDS) as FieldName[]));
  return fc.oneof(
    { weight: 3, arbitrary: value },
    { weight: 1, arbitrary: clauses.map((it): SyntaxTree => ({ kind: 'and', clauses: it })) },
    { weight: 1, arbitrary: clauses.map((it): SyntaxTree => ({ kind: 'or', clauses: it })) },
    {
      weight: 1,
      arbitrary: clause.map(
        (it): SyntaxTree => (it.kind === 'not' ? it.clause : { kind: 'not', clause: it }),
      ),
    },
    {
      weight: 2,
      arbitrary: names.chain((name) =>
        treesIn(name, depth - 1).map(
          (it): SyntaxTree => ({ kind: 'field', field: name, clause: it }),
        ),
      ),
    },
  );
}

const PIECES = [
  ...['AND', 'OR', 'NOT', 'TO', ' ', ' ', ' ', '  ', '\t', '\u3000', '\n', '\u0000'],
  ...['(', ')', '((', '))', '[', ']', '"', '“', '”', "'", '\\', '\\"', '*', '?', '-', '--', ':'],
  ...['title:', 'ti:', 'py:', 'nw:[', 'ca:', 'format:(', 'la:', 'nofield:', 'award:', 'sr:', 'id:'],
  ...['a*', 'th?', 'e-mail', "o'brien", 'the', 'whale', 'eng', 'BK', '1918', '[1918 TO 1939]', '*'],
  ...[
    '[* TO *]',
    '"moby dick"',
    '"moby dick"~5',
    '~0',
    '()',
    '""',
    '9780142437230',
    '978-0-14-243723-0',
    'é',
    'ﬁ',
    '猫',
  ],
  ...[
    '😀',
    '\ud800',
    '\udfff',
    '\u200f',
    'İ',
    'ß',
    '{',
    '}',
    '^',
    '~',
    '<',
    '>',
    '>2010',
    '<=1950',
    '[1918 to 1939]',
    '&',
    '&&',
    '||',
    '+',
    '!',
    '/re/',
    'or',
    'not',
    'a^5',
    'a~2',
    'c++',
    '%00',
    '1e9',
    ' any ',
    'title=',
    ' = ',
    'TI ',
    ' N3 ',
    'dc.title',
    'py>',
    ' prox ',
    '#',
    '$',
    'NaN',
  ],
];

/** Mistyped and malicious queries of up to about 1,000 characters. */
export const hostileQueries: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 40 })
    .map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc
    .record({ piece: fc.constantFrom(...PIECES, 'a ', '-a ', 'a-'), times: fc.nat(920) })
    .map(({ piece, times }) => piece.repeat(times).slice(0, 1000)),
);
