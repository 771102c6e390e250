import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS_HELP } from '../../src/cli/serve/limit-options.js';
import { createMeter } from '../../src/http/monitoring/meter.js';
import { prometheusText } from '../../src/http/monitoring/prometheus-text.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/server-operations.md'), 'utf8');

describe('The server operations page', () => {
  it('lists every limit of carrel serve with its default', () => {
    const limits = [...LIMITS_HELP.matchAll(/^ {2}([a-z-]+) +(\d+) {2}/gm)];
    const documented = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+)/gm)];
    expect(limits.length).toBeGreaterThan(5);
    expect(documented.map(([, name, value]) => [name, value])).toEqual(
      limits.map(([, name, value]) => [name, value]),
    );
  });

  it('says with the help that the limits apply to all workers together', () => {
    for (const text of [LIMITS_HELP, page.replaceAll('[workers](#workers)', 'workers')]) {
      expect(text.replace(/\s+/g, ' ')).toContain('The limits apply to all workers together.');
    }
  });

  it('lists every metric and no other metric', () => {
    const meter = createMeter();
    meter.count('getTitle', 200, 1, 'kiosk');
    meter.refuse('unknown-key');
    const changes = { bytes: 1, lines: 1, applied: 1, superseded: 0, skipped: 0 };
    const date = '2026-11-01T00:00:00Z';
    const snapshot = { library: 'harbour', snapshot: 'f', date, titles: 1, changes };
    const text = prometheusText(
      meter.measurements(),
      [snapshot],
      [{ address: 'https://example.org/a', checked: 0 }],
    );
    const metrics = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const documented = [...page.matchAll(/`((?:carrel|process)_\w+)`/g)].map(([, name]) => name);
    expect(new Set(documented)).toEqual(new Set(metrics));
    const mentioned = [...page.matchAll(/carrel_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    );
    expect(metrics).toEqual(expect.arrayContaining(mentioned));
  });
});
