import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { applyChanges, createCatalog } from '../../../src/index.js';
import { sectionsOf } from '../../../src/snapshot/format/open-sections.js';
import {
  PARTS,
  RECORD_SECTIONS,
  recordCount,
  wholeTitle,
} from '../../../src/snapshot/format/title-records.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';

const { second: nameOf } = RECORD_SECTIONS;
const IDS = ['0', '1', '2', '3', '4', '5'];

/** Returns a title with strings that titles share, and with a MARC record if the number is odd. */
function version(id: string, number: number): Title {
  return book(id, `Title ${number}`, {
    authors: [{ name: `Author ${number % 3}` }],
    ...(number % 2 === 1 && {
      marc: { leader: `${number}`, fields: [{ tag: '001', value: 'a' }] },
    }),
  });
}

function replace(catalog: Catalog, ...records: Title[]): Catalog {
  return applyChanges(
    catalog,
    records.map((record) => ({ op: 'put', kind: 'titles', record })),
  );
}

function expectRecords(catalog: Catalog, expected: ReadonlyMap<string, Title>): void {
  for (const [id, title] of expected) {
    expect(wholeTitle(catalog.titles, catalog.titles.numberOf(id))).toEqual(title);
  }
}

const unchanged = createCatalog(recordsOf({ titles: IDS.map((id) => version(id, 0)) }));

describe('The records of changed titles', () => {
  it('stay encoded when further titles change', () => {
    const first = replace(unchanged, version('3', 2), version('4', 4));
    const second = replace(first, version('1', 5));
    for (const name of PARTS.map(nameOf)) {
      const [before, after] = [first, second].map(
        (catalog) => sectionsOf(catalog).get(`${name}.bytes`) as Uint8Array,
      );
      expect(after.subarray(0, before.length)).toEqual(before);
    }
    expectRecords(
      second,
      new Map([
        ['3', version('3', 2)],
        ['4', version('4', 4)],
        ['1', version('1', 5)],
      ]),
    );
  });

  it('are removed when they are more than the records of current titles', () => {
    const expected = new Map(IDS.map((id) => [id, version(id, 0)]));
    let catalog = unchanged;
    for (let number = 1; number < 20; number++) {
      const id = IDS[(number * number) % IDS.length];
      expected.set(id, version(id, number));
      catalog = replace(catalog, version(id, number));
      expectRecords(catalog, expected);
      const size = recordCount(sectionsOf(catalog), nameOf);
      expect(size).toBeLessThanOrEqual(2 * IDS.length + 1);
    }
  });
});
