import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Licences that let whoever names the authors do as they like. */
const PERMISSIVE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'];

/** What the project is worked on with may ask for more: none of it is given to anybody. */
const FOR_WORK = [...PERMISSIVE, 'Apache-2.0', 'MPL-2.0', 'Python-2.0', 'Zlib', 'CC0-1.0'];

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

function json(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** The packages of a lockfile by their places, without the project itself. */
function packagesOf(lockfile: string): [place: string, locked: Locked][] {
  const { packages } = json(lockfile);
  return Object.entries<Locked>(packages).filter(([place]) => place !== '');
}

/** Whether an expression of SPDX can be satisfied with these licences. */
function isAllowed(expression: string, licences: readonly string[]): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((all) => all.split(' AND ').every((licence) => licences.includes(licence)));
}

function refused(packages: readonly [string, Locked][], licences: readonly string[]): string[] {
  return packages
    .filter(([, { license = 'none told' }]) => !isAllowed(license, licences))
    .map(([place, { license = 'none told' }]) => `${place}: ${license}`);
}

describe('the licences', () => {
  it('of what Carrel brings along ask for nothing but to be named', () => {
    const installed = packagesOf('package-lock.json').filter(([, { dev }]) => !dev);
    expect(installed.length).toBeGreaterThan(5);
    expect(refused(installed, PERMISSIVE)).toEqual([]);
  });

  it.each([
    'package-lock.json',
    'bench/peers/package-lock.json',
    'test/examples/typed-client/package-lock.json',
    '.github/docs/reference/package-lock.json',
  ])('of what it is worked on with are free ones: %s', (lockfile) => {
    const packages = packagesOf(lockfile);
    expect(packages.length).toBeGreaterThan(5);
    expect(refused(packages, FOR_WORK)).toEqual([]);
  });

  it('would be refused where one of several that must all be kept is not free', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)', PERMISSIVE)).toBe(true);
    expect(isAllowed('(MIT AND GPL-3.0-only)', PERMISSIVE)).toBe(false);
    expect(refused([['node_modules/new', {}]], PERMISSIVE)).toEqual([
      'node_modules/new: none told',
    ]);
  });
});

it('the README names every package that Carrel depends on, with its reason', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const told = [...text.matchAll(/^\| \[([^\]]+)\]\(https:[^)]+\) \| .{20,}/gm)].map(
    ([, name]) => name,
  );
  expect(told.sort()).toEqual(Object.keys(json('package.json').dependencies).sort());
});
