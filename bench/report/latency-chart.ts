import { parse, type Spec, View } from 'vega';
import type { Comparison } from '../measuring/compare-engines.js';
import { quantile } from '../measuring/measured.js';

const ROW_HEIGHT = 26;
const WIDTH = 560;
const CARREL_COLOR = '#1f5fa8';
const OTHER_COLOR = '#8a8f98';

/** Draws the latency of each engine: a dot for the median query, and a line up to the slowest query. */
export function latencyChart(
  { engines }: Comparison,
  titles: number,
  machine: string,
): Promise<string> {
  const values = engines.map(({ name, queries }) => {
    const times = queries.flatMap((query) => query?.median ?? []);
    const color = name.startsWith('Carrel') ? CARREL_COLOR : OTHER_COLOR;
    return { name, color, median: quantile(times, 0.5), worst: quantile(times, 1) };
  });
  return new View(parse(chartOf(values, titles, machine)), { renderer: 'none' }).toSVG();
}

interface ChartRow {
  readonly name: string;
  readonly color: string;
  readonly median: number;
  readonly worst: number;
}

function chartOf(values: readonly ChartRow[], titles: number, machine: string): Spec {
  const min = Math.min(...values.map(({ median }) => median)) / 2;
  const max = Math.max(...values.map(({ worst }) => worst)) * 2;
  const color = { field: 'color' };
  const middle = { scale: 'engine', field: 'name', band: 0.5 };
  return {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    description: 'Latency of search engines: median and slowest query',
    width: WIDTH,
    height: ROW_HEIGHT * values.length,
    padding: 10,
    background: 'white',
    title: {
      text: `Milliseconds per query, ${titles.toLocaleString('en')} titles: median (dot) to slowest (line)`,
      subtitle: machine,
      anchor: 'start',
      subtitleFontSize: 10,
    },
    data: [{ name: 'engines', values: [...values] }],
    scales: [
      {
        name: 'engine',
        type: 'band',
        domain: values.map(({ name }) => name),
        range: 'height',
        padding: 0.3,
      },
      { name: 'time', type: 'log', domain: [min, max], range: 'width' },
    ],
    axes: [
      {
        scale: 'engine',
        orient: 'left',
        ticks: false,
        domain: false,
        labelPadding: 6,
        labelLimit: 220,
      },
      {
        scale: 'time',
        orient: 'bottom',
        grid: true,
        format: '~g',
        values: powersOfTen(min, max),
        title: 'ms (log scale)',
      },
    ],
    marks: [
      {
        type: 'rule',
        from: { data: 'engines' },
        encode: {
          update: {
            y: middle,
            x: { scale: 'time', field: 'median' },
            x2: { scale: 'time', field: 'worst' },
            stroke: color,
            strokeWidth: { value: 2 },
          },
        },
      },
      {
        type: 'symbol',
        from: { data: 'engines' },
        encode: {
          update: {
            y: middle,
            x: { scale: 'time', field: 'median' },
            fill: color,
            size: { value: 90 },
          },
        },
      },
      {
        type: 'text',
        from: { data: 'engines' },
        encode: {
          update: {
            y: middle,
            x: { scale: 'time', field: 'worst', offset: 5 },
            baseline: { value: 'middle' },
            fontSize: { value: 10 },
            fill: { value: '#333' },
            text: { signal: "format(datum.median, '.2~r') + ' / ' + format(datum.worst, '.2~r')" },
          },
        },
      },
    ],
  };
}

function powersOfTen(min: number, max: number): number[] {
  const first = Math.ceil(Math.log10(min));
  const last = Math.floor(Math.log10(max));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}
