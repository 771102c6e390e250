import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS_HELP } from '../../src/cli/limit-options.js';
import { createMeter } from '../../src/http/meter.js';
import { prometheusText } from '../../src/http/prometheus-text.js';
import { catalogOf } from '../catalog/catalog-of.js';

const page = readFileSync(join(import.meta.dirname, '../../.github/docs/operating.md'), 'utf8');

describe('the page about running a server', () => {
  it('has the limits that the command has, with the same values', () => {
    const limits = [...LIMITS_HELP.matchAll(/^ {2}([a-z-]+) +(\d+) {2}/gm)];
    const told = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+)/gm)];
    expect(limits.length).toBeGreaterThan(5);
    expect(told.map(([, name, value]) => [name, value])).toEqual(
      limits.map(([, name, value]) => [name, value]),
    );
  });

  it('has the metrics that there are', () => {
    const meter = createMeter();
    meter.count('getTitle', 200, 1);
    const text = prometheusText(meter.measurements(), [catalogOf({})]);
    const metrics = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const told = [...page.matchAll(/`((?:carrel|process)_\w+)`/g)].map(([, name]) => name);
    expect(new Set(told)).toEqual(new Set(metrics));
  });
});
