import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { printable } from '../../src/base/messages.js';
import { outputName } from '../../src/cli/output-file.js';
import { createProgress, formatProgress, print } from '../../src/cli/standard-streams.js';
import { createLog } from '../../src/server/log.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { marcXml, oaiResponse, startProvider } from '../import/oai/test-provider.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { ROOT } from './compiled.js';
import { runCarrel } from './run-carrel.js';

/** Control characters of each kind, and the letters after them that a terminal would interpret. */
const HOSTILE =
  '\u001b]0;x\u0007\u001b[2J\u009b31m\u007f\u0000\b\r\nwarning: \u202edesrever\u2066\u200f';
const LIBRARY = recordsOf({}).library;

/** Matches everything that must not be printed, except the line breaks between lines. */
const FORBIDDEN = /[\p{Bidi_Control}\u2028\u2029]|(?!\n)\p{Cc}/u;

/** Runs a command line. Returns its standard output, and checks both streams. */
async function outputOf(...args: string[]): Promise<string> {
  const { stdout, stderr } = await runCarrel(...args);
  const all = stdout + stderr;
  expect(all).not.toMatch(FORBIDDEN);
  expect(all).not.toMatch(/^warning: \\u202e/m);
  expect(all).toContain('\\u009b31m');
  return stdout;
}

function hostileSource(): string {
  const titles = [
    book('1', `Moby ${HOSTILE}`, {
      authors: [{ name: `Herman ${HOSTILE}` }],
      ...({ [`x${HOSTILE}`]: 1 } as object),
    }),
  ];
  const library = { ...LIBRARY, name: `Harbour ${HOSTILE}` };
  return writeRecords(scratchDirectory(), { ...recordsOf({ titles }), library });
}

describe('The name of an output in messages', () => {
  it('is standard output for -, and otherwise the path', () => {
    expect(['-', './-', 'a.snapshot'].map(outputName)).toEqual([
      'standard output',
      './-',
      'a.snapshot',
    ]);
  });
});

describe('The standard output', () => {
  it('receives more lines than a call can have arguments', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    print(Array.from({ length: 200_000 }, () => 'line'));
    const [[text]] = write.mock.calls;
    write.mockRestore();
    expect(String(text)).toHaveLength(200_000 * 'line\n'.length);
  });
});

describe('The progress line', () => {
  function screen(isTTY: boolean) {
    const written: string[] = [];
    const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
    return { written, progress: createProgress(false, { isTTY, write } as never) };
  }

  it('replaces the current line of a terminal, and is removed at the end', () => {
    const { written, progress } = screen(true);
    progress.show(() => 'reading 1 titles');
    progress.clear();
    expect(written).toEqual(['\r\u001b[Kreading 1 titles', '\r\u001b[K']);
  });

  it('is neither updated nor formatted for every title', () => {
    const { written, progress } = screen(true);
    let formatted = 0;
    for (let n = 0; n < 1000; n++) {
      progress.show(() => {
        formatted++;
        return `reading ${n} titles`;
      });
    }
    expect(formatted).toBeLessThan(500);
    expect(written).toHaveLength(formatted);
  });

  it('is a line every ten seconds in a pipe', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { written, progress } = screen(false);
    for (let second = 0; second <= 25; second++) {
      now.mockReturnValue(second * 1000);
      progress.show(() => `${second} s`);
    }
    progress.clear();
    now.mockRestore();
    expect(written).toEqual(['10 s\n', '20 s\n']);
  });

  it('is not shown with --quiet', () => {
    const write = () => expect.fail('written');
    const progress = createProgress(true, { isTTY: true, write } as never);
    progress.show(() => expect.fail('formatted'));
    progress.clear();
  });
});

describe('A progress', () => {
  const titles = { noun: 'title', count: 12_000, seconds: 4 };
  it.each([
    ['12,000 titles, 25 %, 12 s left', { ...titles, share: 0.25 }],
    ['12,000 titles, 1 %, 7 min left', { ...titles, share: 0.01 }],
    ['12,000 titles, 0 %, 4 h 26 min left', { ...titles, share: 0.00025 }],
    ['1 title, 25 %', { ...titles, count: 1, share: 0.25, seconds: 0.5 }],
    ['12,000 records, 3,000 per second', { ...titles, noun: 'record', share: undefined }],
  ])('is formatted as %s', (text, progress) => {
    expect(formatProgress(progress)).toBe(text);
  });
});

describe('A control character', () => {
  it('is printed as its number', () => {
    expect(printable(HOSTILE)).toBe(
      '\\u001b]0;x\\u0007\\u001b[2J\\u009b31m\\u007f\\u0000\\u0008\\u000d\\u000awarning: \\u202edesrever\\u2066\\u200f',
    );
    expect(JSON.parse(printable(JSON.stringify({ a: HOSTILE })))).toEqual({ a: HOSTILE });
    expect(printable('Crime and Punishment — Преступление, 罪と罰, הַחֵטְא 👩‍👩‍👧')).toBe(
      'Crime and Punishment — Преступление, 罪と罰, הַחֵטְא 👩‍👩‍👧',
    );
  });

  it('of a record is never printed raw by build, search, inspect, changes and compact', async () => {
    const source = hostileSource();
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    await outputOf('build', source, '-o', file);
    await outputOf('inspect', file);
    expect(JSON.parse(await outputOf('inspect', file, '--json')).library.name).toContain(HOSTILE);
    await outputOf('search', file, '*');
    await outputOf('search', file, 'moby', '--explain');
    const found = JSON.parse(await outputOf('search', file, 'moby', '--json'));
    expect(found.titles[0].title).toContain(HOSTILE);
    const other = writeRecords(scratchDirectory(), recordsOf({ titles: [book('1', 'Moby-Dick')] }));
    const [line] = (await outputOf('changes', other, source)).split('\n');
    expect(JSON.parse(line).record.title).toContain(HOSTILE);
    const lines = join(directory, 'changes.jsonl');
    writeFileSync(lines, `${JSON.stringify({ op: HOSTILE, kind: 'titles' })}\n`);
    await outputOf('compact', file, '--changes', lines, '-o', join(directory, 'new.snapshot'));
  });

  it('of a record file is printed and reported as its number', async () => {
    const directory = scratchDirectory();
    const [csv, library, report] = ['a.csv', 'library.json', 'report.json'].map((name) =>
      join(directory, name),
    );
    writeFileSync(csv, `id,title,"x${HOSTILE.replaceAll('\r\n', '')}"\n1,Moby-Dick,2\n`);
    writeFileSync(library, JSON.stringify(LIBRARY));
    await outputOf(
      'build',
      csv,
      '--library',
      library,
      '-o',
      join(directory, 's'),
      '--report',
      report,
    );
    const text = readFileSync(report, 'utf8');
    expect(text).not.toMatch(FORBIDDEN);
    expect(Object.keys(JSON.parse(text).unused_fields)[0]).toContain('\u202e');
  });

  it('of a provider is never printed raw by harvest', async () => {
    const provider = await startProvider();
    const directory = scratchDirectory();
    const library = join(directory, 'library.json');
    writeFileSync(library, JSON.stringify(LIBRARY));
    const hostile = '\u009b31m\u202e';
    const record = `<record><header><identifier>${hostile}</identifier></header><metadata>${marcXml('', 'x')}</metadata></record>`;
    provider.faults.push(
      () => false,
      (_request, response) =>
        Boolean(response.end(oaiResponse(`<ListRecords>${record}</ListRecords>`))),
    );
    await outputOf('harvest', provider.address, '-o', join(directory, 'c'), '--library', library);
  });

  it('is never logged raw, and keeps its meaning in the JSON of a line', async () => {
    let text = '';
    createLog('error', (lines) => {
      text += lines;
    }).error('catalog refused', { reason: HOSTILE });
    await expect.poll(() => text).not.toBe('');
    expect(text).not.toMatch(FORBIDDEN);
    expect(JSON.parse(text).reason).toBe(HOSTILE);
  });

  it('in the arguments and in the records of a refused source is never printed raw', async () => {
    const directory = scratchDirectory();
    const titles = [{ id: '1', title: 'Moby-Dick', format: HOSTILE }];
    writeRecords(directory, { ...recordsOf({}), titles: titles as never });
    for (const args of [
      ['\u001b[2J'],
      ['search', `\u001b[2J${HOSTILE.replace('\0', '')}`, 'moby'],
      ['build', directory, '-o', join(directory, 's')],
    ]) {
      const { status, stderr } = await runCarrel(...args);
      expect(status).not.toBe(0);
      expect(stderr).not.toMatch(FORBIDDEN);
      expect(stderr).toContain('\\u001b[2J');
      expect(stderr).not.toMatch(/^warning: /m);
    }
  });

  it('reaches the standard streams only through functions that replace it', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const writing = files.filter(
      (path) =>
        path.endsWith('.ts') &&
        /std(?:out|err)\.write\(|console\.\w+\([^)]*`/.test(
          readFileSync(join(ROOT, 'src', path), 'utf8').replace(/^ *\*.*$/gm, ''),
        ),
    );
    expect(writing.sort()).toEqual([
      'cli/standard-streams.ts',
      'server/log.ts',
      'snapshot/file/open-catalogs.ts',
      'web/handler.ts',
    ]);
  });
});
