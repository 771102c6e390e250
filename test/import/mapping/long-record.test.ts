import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import type { MarcDataField } from '../../../src/import/marc/marc-record.js';

// With code that takes quadratic time, these tests would take minutes. With recursion or spread arguments,
// they would overflow the stack.

function field(tag: string, indicator1: string, values: readonly string[]): MarcDataField {
  const subfields = values.map((value) => ({ code: 'a', value }));
  return { tag, indicator1, indicator2: '0', subfields };
}

function times<T>(count: number, each: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => each(at));
}

function mapped(fields: readonly MarcDataField[]) {
  const all = [field('245', '0', ['Title.'])].concat(fields);
  return mapRecord({ leader: '00000nam a2200000 i 4500', fields: all }).title!;
}

describe('A very long record', () => {
  it('with 100,000 subjects keeps each subject once', () => {
    const subjects = times(100_000, (at) => field('650', ' ', [`Subject ${at}`]));
    const title = mapped([...subjects.slice(0, 1000), ...subjects]);
    expect(title.subjects).toHaveLength(100_000);
    expect(title.subjects?.[99_999]).toBe('Subject 99999');
  });

  it('with 100,000 contributors omits the contributors that are also authors', () => {
    const authors = times(100_000, (at) => field('100', '1', [`Name ${at}`]));
    const contributors = times(100_000, (at) => field('720', '1', [`Name ${at + 1}`]));
    expect(mapped(authors.concat(contributors)).additional_contributors).toEqual([
      { name: 'Name 100000' },
    ]);
  });

  it('with 200,000 series in one field keeps every series', () => {
    const series = field(
      '490',
      '0',
      times(200_000, (at) => `Series ${at}`),
    );
    expect(mapped([series]).series).toHaveLength(200_000);
  });

  it('with 15,000 series finds the number of each series in another field', () => {
    const added = times(15_000, (at) => field('830', ' ', [`Series ${at}`]));
    const traced = times(15_000, (at) => field('490', '1', [`Series ${at} ; ${at}`]));
    const { series } = mapped(added.concat(traced));
    expect(series?.filter(({ name, number }) => name !== `Series ${number}`)).toEqual([]);
    expect(series).toHaveLength(15_000);
  });

  it('with 200,000 full stops after a subject has the subject without full stops', () => {
    expect(mapped([field('653', ' ', [`Whales${' .'.repeat(200_000)}`])]).subjects).toEqual([
      'Whales',
    ]);
  });

  it.each(['x, ', '(x, ', 'x and ', 'x (y), '])(
    'with 100,000 repetitions of %j as cast has performers',
    (text) => {
      const fields = [field('511', '1', [text.repeat(100_000)]), field('700', '1', ['X, Y'])];
      expect(mapped(fields).performers?.length).toBeGreaterThan(0);
    },
  );

  it('with 100,000 names without relators has as many authors', () => {
    const names = times(100_000, (at) => field('700', '1', [`Name ${at}`]));
    expect(mapped([...names, field('100', '1', ['Li'])]).authors).toHaveLength(100_001);
  });

  it('with 50,000 placeholders has the fields 880 in their places', () => {
    const placeholders = times(50_000, () => field('700', '1', ['<>']));
    const originals = times(50_000, (at) => {
      const { subfields, ...rest } = field('880', '1', [`Name ${at}`]);
      return { ...rest, subfields: [{ code: '6', value: '700-00' }, ...subfields] };
    });
    expect(mapped([...placeholders, ...originals]).additional_contributors).toHaveLength(1);
  });

  it.each([' ,', '. ', ' not identified', 'unknown '])(
    'with 200,000 repetitions of %j has a place and a publisher at most once',
    (text) => {
      const { subfields, ...rest } = field('260', ' ', [`Paris${text.repeat(200_000)}x`]);
      const publisher = { code: 'b', value: `Paris${text.repeat(200_000)}x` };
      const { publishers } = mapped([{ ...rest, subfields: [...subfields, publisher] }]);
      expect(publishers?.length ?? 0).toBeLessThan(2);
    },
  );

  it.each(['1,', '1', 'x, ', 'x'])(
    'with 300,000 repetitions of %j as extent has no number of pages',
    (text) => {
      expect(mapped([field('300', ' ', [text.repeat(300_000)])]).pages).toBeUndefined();
    },
  );
});
