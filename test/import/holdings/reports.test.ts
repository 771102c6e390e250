import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownProfile } from '../../../src/import/holdings/known-profiles.js';

const DOCS = join(import.meta.dirname, '../../../docs');

describe('The SQL report for Evergreen', () => {
  it('has the same names of statuses as the holdings profile', () => {
    const report = readFileSync(join(DOCS, 'evergreen-holdings.sql'), 'utf8');
    const { statuses } = knownProfile('evergreen')?.profile ?? {};
    const names = [
      statuses?.withdrawn,
      statuses?.lost,
      statuses?.in_use,
      statuses?.on_order,
    ].flatMap((conditions) => conditions?.s ?? []);
    expect(names.length).toBeGreaterThan(15);
    const missing = names
      .map((name) => `'${name.toLowerCase().replace('*', '%')}'`)
      .filter((name) => !report.includes(name));
    expect(missing).toEqual([]);
  });
});
