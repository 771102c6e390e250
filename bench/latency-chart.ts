import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, View } from 'vega';
import { PROJECT } from './machine.js';
import type { MeasuredRow } from './report.js';

const ROW_HEIGHT = 26;
const CARREL_COLOR = '#1f5fa8';
const OTHER_COLOR = '#8a8f98';

/**
 * Draws the latency of each engine as SVG: a dot for the median search, and a line up to the 99th percentile.
 * `bench/data/latency-chart.json` describes the chart for Vega.
 */
export function latencyChart(
  rows: readonly MeasuredRow[],
  titles: number,
  machine: string,
): Promise<string> {
  const chart = JSON.parse(readFileSync(join(PROJECT, 'bench/data/latency-chart.json'), 'utf8'));
  const text = `Milliseconds per search, ${titles.toLocaleString('en')} titles: median (dot) to 99th percentile (line)`;
  const values = rows.map((row) => {
    return { ...row, color: row.name.startsWith('Carrel') ? CARREL_COLOR : OTHER_COLOR };
  });
  const spec = {
    ...chart,
    height: ROW_HEIGHT * rows.length,
    title: { ...chart.title, text, subtitle: machine },
    data: [{ name: 'engines', values }],
  };
  return new View(parse(spec), { renderer: 'none' }).toSVG();
}
