import { describe, expect, it } from 'vitest';
import { gutenbergRecords } from '../../bench/real-words.js';
import { judgedFiles, type Results } from '../../bench/relevance/engines.js';
import {
  checkTitles,
  judgedReport,
  measuresOf,
  missesReport,
  normalizedGain,
  outcomeOf,
  parseJudgedQueries,
  readJudgedQueries,
} from '../../bench/relevance/judged-queries.js';
import { createCatalog } from '../../src/index.js';
import { openedCatalog } from '../shared-data.js';

const LIBRARY = { id: 'l', name: 'L', snapshot_date: '2026-11-01T00:00:00Z' };
const graded = '{"lib":"l","q":"emma","kind":"short","grades":{"a":3,"b":2,"c":1}}';
const judged = '{"lib":"l","q":"kim","kind":"short","ok":["b"]}';
const unanswered = '{"lib":"l","q":"harry potter","kind":"no-answer","grades":{}}';

function outcome(line: string, results: Results) {
  const [query] = parseJudgedQueries(line, 'q.jsonl');
  return outcomeOf(query, results);
}

describe('a file of judged queries', () => {
  it('contains one query per line, and may contain empty lines', () => {
    const queries = parseJudgedQueries(`${graded}\n\n${judged}\n`, 'q.jsonl');
    expect(queries).toEqual([
      {
        library: 'l',
        typed: 'emma',
        kind: 'short',
        right: new Set(['a', 'b']),
        grades: new Map([
          ['a', 3],
          ['b', 2],
          ['c', 1],
        ]),
      },
      { library: 'l', typed: 'kim', kind: 'short', right: new Set(['b']), grades: undefined },
    ]);
  });

  it.each([
    ['{', /^q\.jsonl:2: /],
    ['{"lib":"l","kind":"short","ok":[]}', "q.jsonl:2: expected a string 'q', found undefined"],
    [
      '{"lib":"l","q":"kim","kind":"short","ok":"b"}',
      "q.jsonl:2: expected an array 'ok' or an object 'grades', found undefined",
    ],
    [
      '{"lib":"l","q":"kim","kind":"short","grades":{"a":4}}',
      "q.jsonl:2: expected a grade 0, 1, 2 or 3 of 'a', found 4",
    ],
  ])('is refused with its path and line for %s', (line, message) => {
    expect(() => parseJudgedQueries(`${judged}\n${line}`, 'q.jsonl')).toThrow(message);
  });

  it('is refused if the catalog does not contain a judged title', () => {
    const queries = parseJudgedQueries(judged, 'q.jsonl');
    expect(() => checkTitles(queries, [{ id: 'a' }])).toThrow(
      "query 'kim': expected ids of titles of 'l', found 'b'",
    );
  });
});

describe('the judged queries of the project', () => {
  const queries = judgedFiles().flatMap(readJudgedQueries);

  const titlesOf = (name: string) => {
    const { titles } = openedCatalog(name);
    return Array.from({ length: titles.size }, (_, number) => ({ id: titles.id(number) }));
  };

  it.each([
    ['alderwick', titlesOf('alderwick')],
    ['meridian', titlesOf('meridian')],
    ['gutenberg', gutenbergRecords()],
  ])('name only titles of %s', (name, titles) => {
    const ofLibrary = queries.filter(({ library }) => library === name);
    expect(ofLibrary.length).toBeGreaterThan(90);
    expect(() => checkTitles(ofLibrary, titles)).not.toThrow();
  });

  it('are distinct, and have right titles except for the kind no-answer', () => {
    const keys = queries.map(({ library, typed }) => `${library} ${typed}`);
    expect(new Set(keys).size).toBe(queries.length);
    const contradictory = queries.filter(
      ({ kind, right }) => (kind === 'no-answer') !== (right.size === 0),
    );
    expect(contradictory).toEqual([]);
  });
});

describe('the measures of judged queries', () => {
  it('are shares of first and fifth places, and means of counts and gains', () => {
    const ids = ['x', 'y', 'z', 'w', 'b'];
    const outcomes = [
      outcome(graded, { count: 3, ids: ['a', 'b', 'c'] }),
      outcome(judged, { count: 9, ids }),
      outcome(judged, { count: 6, ids: ['v', ...ids] }),
      outcome(judged, { count: 0, ids: [] }),
    ];
    expect(outcomes.map(({ place }) => place)).toEqual([1, 5, 6, undefined]);
    expect(measuresOf(outcomes)).toEqual({
      queries: 4,
      first: 1,
      inFive: 2,
      nothingFound: 1,
      meanCount: 4.5,
      meanGain: 1,
    });
  });

  it('leave out the gain if no query is graded', () => {
    expect(measuresOf([outcome(judged, { count: 0, ids: [] })]).meanGain).toBeUndefined();
  });

  it('discount the gain by the logarithm of the place', () => {
    const grades = new Map([
      ['a', 3],
      ['b', 1],
    ]);
    expect(normalizedGain(grades, ['a', 'b'])).toBe(1);
    expect(normalizedGain(grades, ['x', 'y'])).toBe(0);
    const best = 7 + 1 / Math.log2(3);
    expect(normalizedGain(grades, ['b', 'a'])).toBeCloseTo((1 + 7 / Math.log2(3)) / best, 12);
    expect(normalizedGain(grades, ['x', 'x', 'a'])).toBeCloseTo(3.5 / best, 12);
  });

  it('ignore titles after the tenth', () => {
    const grades = new Map(Array.from('abcdefghijkl', (id) => [id, 2]));
    expect(normalizedGain(grades, Array.from('abcdefghij'))).toBe(1);
    expect(normalizedGain(new Map([['a', 3]]), Array.from('zyxwvutsrqa'))).toBe(0);
  });
});

describe('the reports of judged queries', () => {
  const outcomes = [
    outcome(graded, { count: 3, ids: ['a', 'b', 'c'] }),
    outcome(judged, { count: 1, ids: ['c'] }),
    outcome(unanswered, { count: 7, ids: ['c'] }),
  ];

  it('separate queries that have no answer', () => {
    const report = judgedReport([{ name: 'Carrel', outcomes }]);
    expect(report).toMatch(/\| Carrel +\| 2 +\| 1 \(50\.0 %\) +\| 1 \(50\.0 %\)/);
    expect(report).toMatch(/\| short +\| 2 /);
    expect(report).toMatch(/\| Carrel +\| 1 +\| 0 \(0\.0 %\) +\| 7\.0 /);
  });

  it('show each miss with its first titles and the right title', () => {
    const titles = [
      { id: 'b', title: 'Kim', format: { id: 'BK' } },
      { id: 'c', title: 'Emma', format: { id: 'BK' } },
    ];
    const catalog = createCatalog({ library: LIBRARY, titles });
    const search = () => ({ count: 1, ids: ['c'] });
    expect(missesReport(outcomes, { catalog, titles }, search)).toBe(
      'short / l: kim  [not in 1 of 1]\n     1  Emma  (BK)  c\n *   -  Kim  (BK)  b\n\n',
    );
  });
});
