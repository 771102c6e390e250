import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { HoldingsChange } from '../../src/snapshot/changes/change.js';
import { start } from '../cli/compiled.js';
import { sendRequest } from '../http/test-server.js';
import { textOf } from '../kiosk/create-page-client.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const run = promisify(execFile);

it('The example circulation-day.mjs shows the loans and returns of a day on a kiosk', async () => {
  const changes = join(scratchDirectory(), 'changes.jsonl');
  const source = join(DEMO, 'alderwick');
  const { port } = await start(
    'carrel.js',
    ['serve', source, '--open', '--kiosk', '--changes', changes, '--port', '0'],
    /Serving at/,
  );
  const script = join(import.meta.dirname, 'circulation-day.mjs');
  const { stdout } = await run(process.execPath, [script, source, changes, '2']);
  const hours = [...stdout.matchAll(/^\d+:00 (\d+) loans, (\d+) returns$/gm)];
  expect(hours.map(([, loans, returns]) => Number(loans) + Number(returns))).toEqual(
    Array.from({ length: 8 }, () => 120),
  );

  const lines = readFileSync(changes, 'utf8').trim().split('\n');
  const last = new Map(
    lines.map((line) => JSON.parse(line) as HoldingsChange).map((change) => [change.title, change]),
  );
  const pageOf = async (id: string) =>
    textOf((await sendRequest(port, `/item/show/${id}?locale=en-CA`)).text);
  await expect
    .poll(() => pageOf([...last.keys()].at(-1) ?? ''))
    .toMatch(/As of November 2, 2026 at 4:59\sp\.m\./);
  for (const [id, { holdings }] of last) {
    const isAvailable = holdings.some(({ status }) => status === 'AVAILABLE');
    const { text } = await sendRequest(port, `/v1/titles/${id}`);
    expect([id, JSON.parse(text).title.availability.id === 'AVAILABLE']).toEqual([id, isAvailable]);
  }
});
