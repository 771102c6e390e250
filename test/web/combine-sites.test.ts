import { expect, it } from 'vitest';
import { combineSites } from '../../src/web/combine-sites.js';
import type { Site } from '../../src/web/web-request.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const catalog = catalogOf({ titles: [book('1', 'Typee')] });

function siteAt(path: string, parameters?: readonly string[]): Site {
  const site: Site = (request) =>
    request.path === path ? { status: 200, headers: {}, body: path } : undefined;
  return Object.assign(site, { parameters, warmUpPaths: parameters && (() => [path]) });
}

it('combined sites answer with the first site that has a page', () => {
  const site = combineSites(siteAt('/a', ['q', 'x']), siteAt('/b'), siteAt('/b', ['x', 'y']));
  const get = (path: string) =>
    site({ method: 'GET', path, query: '', originalUrl: path, headers: {}, baseUrl: '' }, [], '');
  expect(get('/a')?.body).toBe('/a');
  expect(get('/b')?.body).toBe('/b');
  expect(get('/c')).toBeUndefined();
  expect(site.parameters).toEqual(['q', 'x', 'y']);
  expect(site.warmUpPaths?.(catalog)).toEqual(['/a', '/b']);
});
