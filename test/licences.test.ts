import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The licenses that packages installed with Carrel may have. */
const PERMISSIVE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'];

/** The licenses that development tools may have. Development tools are not installed with Carrel. */
const FOR_TOOLS = [
  ...PERMISSIVE,
  'Apache-2.0',
  'MPL-2.0',
  'Python-2.0',
  'Zlib',
  'CC0-1.0',
  'Unlicense',
];

/** A package in a lockfile. */
interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** Returns the packages of a lockfile with their paths, except the project itself. */
function packagesOf(lockfile: string): [path: string, locked: Locked][] {
  const { packages } = readJson(lockfile);
  return Object.entries<Locked>(packages).filter(([path]) => path !== '');
}

/** Returns whether the listed licenses satisfy an SPDX license expression without OR inside an operand of AND. */
function isAllowed(expression: string, licenses: readonly string[]): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((all) => all.split(' AND ').every((license) => licenses.includes(license)));
}

/** Returns the path and the license of each package whose license is not allowed. */
function findRefused(packages: readonly [string, Locked][], licenses: readonly string[]): string[] {
  return packages
    .filter(([, { license = 'no license' }]) => !isAllowed(license, licenses))
    .map(([path, { license = 'no license' }]) => `${path}: ${license}`);
}

describe('The licenses', () => {
  it('of packages that are installed with Carrel are permissive', () => {
    const installed = packagesOf('package-lock.json').filter(([, { dev }]) => !dev);
    expect(installed.length).toBeGreaterThan(5);
    expect(findRefused(installed, PERMISSIVE)).toEqual([]);
  });

  it.each([
    'package-lock.json',
    'bench/peers/package-lock.json',
    'test/examples/typed-client/package-lock.json',
    'docs/reference/package-lock.json',
  ])('of all packages in %s are allowed for development tools', (lockfile) => {
    const packages = packagesOf(lockfile);
    expect(packages.length).toBeGreaterThan(5);
    expect(findRefused(packages, FOR_TOOLS)).toEqual([]);
  });

  it('are refused when a required license is missing from the list, or when a package has no license', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)', PERMISSIVE)).toBe(true);
    expect(isAllowed('(MIT AND GPL-3.0-only)', PERMISSIVE)).toBe(false);
    expect(findRefused([['node_modules/new', {}]], PERMISSIVE)).toEqual([
      'node_modules/new: no license',
    ]);
  });
});

it('The README lists every dependency with its reason', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const listed = [...text.matchAll(/^\| \[([^\]]+)\]\(https:[^)]+\) \| .{20,}/gm)].map(
    ([, name]) => name,
  );
  expect(listed.sort()).toEqual(Object.keys(readJson('package.json').dependencies).sort());
});
