import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('The example custom-column.mjs searches, filters and counts', () => {
  const example = join(import.meta.dirname, 'custom-column.mjs');
  expect(execFileSync(process.execPath, [example], { encoding: 'utf8' })).toBe(
    [
      '1926 Harbour bridge under construction',
      '1911 Ferry at the old harbour',
      'Harbour 2',
      'Bridge Street 1',
      '',
    ].join('\n'),
  );
});
