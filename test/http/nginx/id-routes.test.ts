import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idAffixes } from '../../../src/http/nginx/id-affixes.js';
import { idRoutes } from '../../../src/http/nginx/id-routes.js';

const routesOf = (...libraries: string[][]) =>
  idRoutes(
    '/v1/titles/',
    libraries.map((ids, i) => ({ ids: { affixes: idAffixes(ids), all: () => ids }, to: `l${i}` })),
  );

/** Looks a path up like nginx: first plain keys, without regard to case, then patterns in their order. */
function found(routes: readonly (readonly [string, string])[], path: string): string | undefined {
  const plain = routes.find(([key]) => key.toLowerCase() === path.toLowerCase());
  if (plain !== undefined) return plain[1];
  return routes.find(([key]) => {
    if (!key.startsWith('~')) return false;
    const pattern = key.slice(1).replace('(?s)', '').replace(/\\z$/, '$');
    return new RegExp(pattern, 's').test(path);
  })?.[1];
}

describe('idRoutes', () => {
  it('distinguishes libraries by the suffixes of their ids', () => {
    expect(routesOf(['0000001901', '0000002901'], ['0000001902', '0000003902'])).toEqual([
      ['~(?s)^/v1/titles/.*901\\z', 'l0'],
      ['~(?s)^/v1/titles/.*902\\z', 'l1'],
    ]);
  });

  it('distinguishes libraries by the prefixes of their ids', () => {
    expect(routesOf(['east-1', 'east-2'], ['west-1', 'west-2'])).toEqual([
      ['~(?s)^/v1/titles/east-.*\\z', 'l0'],
      ['~(?s)^/v1/titles/west-.*\\z', 'l1'],
    ]);
  });

  it('lists the ids of libraries without a distinct prefix or suffix', () => {
    expect(routesOf(['1', '2'], ['3', '4'], ['x.1', 'x.2'])).toEqual([
      ['/v1/titles/1', 'l0'],
      ['/v1/titles/2', 'l0'],
      ['/v1/titles/3', 'l1'],
      ['/v1/titles/4', 'l1'],
      ['~(?s)^/v1/titles/x\\..*\\z', 'l2'],
    ]);
  });

  it('distinguishes ids of different libraries that differ only in case', () => {
    expect(routesOf(['a', 'b', 'B'], ['A', 'c'])).toEqual([
      ['~^/v1/titles/a\\z', 'l0'],
      ['/v1/titles/b', 'l0'],
      ['~^/v1/titles/A\\z', 'l1'],
      ['/v1/titles/c', 'l1'],
    ]);
    expect(routesOf(['1', 'a'], ['A'])).toEqual([
      ['/v1/titles/1', 'l0'],
      ['~^/v1/titles/a\\z', 'l0'],
      ['~(?s)^/v1/titles/.*A\\z', 'l1'],
    ]);
  });

  it('returns no routes without ids', () => {
    expect(routesOf([], [])).toEqual([]);
  });

  it('routes every id to its library', () => {
    const id = fc.string({ unit: fc.constantFrom('a', 'A', '1', '.', '/', '-'), maxLength: 4 });
    const libraries = fc.array(fc.array(fc.tuple(id, id), { maxLength: 5 }), { maxLength: 3 });
    const affixes = fc.constantFrom('', 'x', 'y', '10', '01');
    fc.assert(
      fc.property(libraries, fc.array(fc.tuple(affixes, affixes)), (random, around) => {
        const taken = new Set<string>();
        const ids = random.map((own, i) =>
          own
            .map(([a, b]) => `${around[i]?.[0] ?? ''}${a}${b}${around[i]?.[1] ?? ''}`)
            .filter((text) => text !== '' && !taken.has(text) && taken.add(text)),
        );
        const routes = routesOf(...ids);
        ids.forEach((own, i) => {
          for (const text of own) expect(found(routes, `/v1/titles/${text}`)).toBe(`l${i}`);
        });
      }),
    );
  });
});
