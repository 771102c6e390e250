import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpLines } from '../../src/cli/commands.js';
import { serve } from '../../src/cli/serve.js';
import { createStreamLog } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import { prometheusText } from '../../src/server/prometheus-text.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/server-operations.md'), 'utf8');

const runbooks = readFileSync(join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');

const limitsHelp = helpLines(serve, 'limits').join('\n');

describe('The server operations page', () => {
  it('lists every limit of carrel serve with its default', () => {
    const limits = [...limitsHelp.matchAll(/^ {2}([a-z-]+) +(\d+) {2}/gm)];
    const documented = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+)/gm)];
    expect(limits.length).toBeGreaterThan(5);
    expect(documented.map(([, name, value]) => [name, value])).toEqual(
      limits.map(([, name, value]) => [name, value]),
    );
  });

  it('states, like the help, that the limits apply to all workers together', () => {
    for (const text of [limitsHelp, page.replaceAll('[workers](#workers)', 'workers')]) {
      expect(text.replace(/\s+/g, ' ')).toContain('The limits apply to all workers together.');
    }
  });

  it('lists every metric and no other metric', () => {
    const meter = createMeter();
    meter.count('getTitle', 200, 1, 'kiosk');
    meter.refuse('unknown-key');
    meter.countEvent('catalog refused');
    const changes = { bytes: 1, lines: 1, applied: 1, superseded: 0, skipped: 0 };
    const date = '2026-11-01T00:00:00Z';
    const snapshot = { library: 'harbour', snapshot: 'f', date, titles: 1, changes };
    const text = prometheusText(
      meter.measurements(),
      [snapshot],
      [
        { source: 'https://example.org/a', isAddress: true, checked: 0, pendingSince: 0 },
        { source: 'a.snapshot', isAddress: false, checked: 0, pendingSince: 0 },
      ],
      { open: 1, max: 1024 },
    );
    const metrics = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const documented = [...page.matchAll(/`((?:carrel|process)_\w+)`/g)].map(([, name]) => name);
    expect(new Set(documented)).toEqual(new Set(metrics));
    const mentioned = [...page.matchAll(/carrel_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    );
    expect(metrics).toEqual(expect.arrayContaining(mentioned));
  });

  it('lists only events that have a counter from the start if they need attention', () => {
    const meter = createMeter();
    createStreamLog('off', process.stderr, meter);
    const events = [...page.matchAll(/^\| `([^`]+)` \| error \|/gm)].map(([, event]) => event);
    expect(events.length).toBeGreaterThan(10);
    expect(Object.keys(meter.measurements().events)).toEqual(expect.arrayContaining(events));
    expect(new Set(Object.values(meter.measurements().events))).toEqual(new Set([0]));
  });

  const alerts = page.slice(page.indexOf('### Alerts'), page.indexOf('## Status codes'));

  it('has alerts that fire while the process hangs or has ended', () => {
    expect(alerts).toContain('| `up{job="carrel"} == 0` |');
    expect(alerts).toContain('| `probe_success{job="carrel-probe"} == 0` |');
  });

  it('links each alert to a runbook', () => {
    const rows = alerts.split('\n').filter((line) => line.startsWith('| ') && line.includes(' `'));
    expect(rows.length).toBeGreaterThan(12);
    const headings = [...runbooks.matchAll(/^##+ (.*)/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^\w-]/g, ''),
    );
    for (const row of rows) {
      const [, anchor] = /\]\(troubleshooting\.md#([\w-]+)\) \|$/.exec(row) ?? [];
      expect(headings, row).toContain(anchor);
    }
  });
});
