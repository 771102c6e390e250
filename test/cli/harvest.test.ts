import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fault, marcXml, startProvider } from '../import/oai/test-provider.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, ROOT } from './compiled.js';
import { runCarrel } from './run-carrel.js';

const LIBRARY = join(ROOT, 'data/harbour.library.json');

const BOOKS = [1, 2, 3].map((number) => ({
  identifier: `oai:harbour:${number}`,
  datestamp: '2026-11-01T10:00:00Z',
  marc: marcXml(String(number), `Book ${number}`),
}));

/** A file of changes and a state file in a temporary directory, which do not exist. */
function files() {
  const directory = scratchDirectory();
  return { output: join(directory, 'changes.jsonl'), state: join(directory, 'state.json') };
}

/** Runs the command, and expects exit status 0. Returns its standard output and standard error. */
async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCarrel('harvest', ...args, '--library', LIBRARY);
  expect(status, stderr).toBe(0);
  return stderr + stdout;
}

/** Runs the command, and expects an error. Returns its exit status and the text on standard error. */
async function refusal(...args: string[]) {
  const { status, stderr } = await runCarrel('harvest', ...args, '--library', LIBRARY);
  expect(status).not.toBe(0);
  return { status, text: stderr.replace(/^carrel harvest: /m, '') };
}

/** Returns the id in each line of a file; the line itself if it is not a change. */
function idsIn(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => /"id":"(\d+)"/.exec(line)?.[1] ?? line);
}

const refuse: Fault = (_request, response) => Boolean(response.writeHead(403).end());
const answer: Fault = () => false;

describe('carrel harvest', () => {
  beforeAll(compile);

  it('appends complete lines, on a line of their own after a line that was cut', async () => {
    const provider = await startProvider(BOOKS);
    const { output } = files();
    writeFileSync(output, '{"op":"put","ki');
    const printed = await run(provider.address, '-o', output, '--holdings', 'none');
    expect(printed).toBe(
      `${output}: 3 titles of 'harbour' added or replaced, 0 deleted, 0 records skipped\n`,
    );
    expect(idsIn(output)).toEqual(['{"op":"put","ki', '1', '2', '3']);
    const later = ['-o', output, '--from', '2026-11-02', '--quiet'];
    expect(await run(provider.address, ...later, '--holdings', 'none')).toBe('');
    expect(idsIn(output)).toHaveLength(4);
    expect(provider.requests.at(-1)?.get('from')).toBe('2026-11-02T00:00:00Z');
  });

  it('continues with the state, which a failed harvest leaves unchanged', async () => {
    const provider = await startProvider(BOOKS);
    const { output, state } = files();
    const args = [provider.address, '-o', output, '--state', state, '--holdings', 'none'];
    provider.faults.push(answer, answer, refuse);
    expect((await refusal(...args)).text).toContain('ListRecords: expected status 200, found 403');
    expect(existsSync(state)).toBe(false);
    await run(...args, '--from', '2026-10-01');
    expect(idsIn(output)).toEqual(['1', '2', '3']);
    const saved = readFileSync(state, 'utf8');
    provider.faults.push(answer, refuse);
    expect((await refusal(...args)).text).toContain('found 403');
    expect(readFileSync(state, 'utf8')).toBe(saved);
    expect(JSON.parse(saved)).toEqual({
      address: provider.address,
      prefix: 'marc21',
      id: '001',
      from: '2026-11-02T11:59:00Z',
      matching_ids: 3,
      title_ids: {},
      recent: {},
    });
  });

  it('repeats all changes after it was killed', async () => {
    const provider = await startProvider(BOOKS);
    const { output, state } = files();
    const args = [provider.address, '-o', output, '--state', state, '--holdings', 'none'];
    const script = join(ROOT, 'dist/cli/carrel.js');
    const killed = spawn(process.execPath, [script, 'harvest', ...args, '--library', LIBRARY]);
    provider.faults.push(answer, answer, () => killed.kill('SIGKILL'));
    await once(killed, 'exit');
    expect(existsSync(state)).toBe(false);
    await run(...args);
    expect(idsIn(output).slice(-3)).toEqual(['1', '2', '3']);
  });

  it('never shows credentials', async () => {
    const provider = await startProvider(BOOKS);
    const { output, state } = files();
    const address = provider.address.replace('//', '//reader:secret@').concat('?key=secret');
    provider.faults.push((_request, response) =>
      Boolean(response.writeHead(503, { 'retry-after': '0' }).end()),
    );
    const printed = await run(address, '-o', output, '--state', state);
    expect(printed).toContain(
      `warning: ${provider.address}: Identify: expected status 200, found 503; next attempt in 0 s\n`,
    );
    provider.faults.push(refuse);
    const error = (await refusal(address, '-o', output)).text;
    expect(error).toBe(`${provider.address}: Identify: expected status 200, found 403\n`);
    expect(printed + error + readFileSync(state, 'utf8')).not.toContain('secret');
  });

  it('prints at most 20 warnings', async () => {
    const records = Array.from({ length: 23 }, (_, number) => ({
      ...BOOKS[0],
      identifier: `oai:harbour:${number}`,
      marc: '<dc/>',
    }));
    const provider = await startProvider(records);
    const printed = await run(provider.address, '-o', files().output);
    expect(printed.match(/^warning: /gm)).toHaveLength(20);
    expect(printed).toContain('... and 3 more warnings\n');
    expect(printed).toContain('23 records skipped\n');
  });

  it('refuses a state without its file of changes, and the state of another harvest', async () => {
    const provider = await startProvider(BOOKS);
    const { output, state } = files();
    await run(provider.address, '-o', output, '--state', state);
    const other = `${output}.new`;
    expect((await refusal(provider.address, '-o', other, '--state', state)).text).toContain(
      `${other}: expected the file of the previous harvest, found nothing; remove ${state} to harvest again, or create an empty file to continue without the earlier changes`,
    );
    expect(existsSync(other)).toBe(false);
    await expect(
      run(provider.address, '-o', output, '--state', state, '--set', 'maps'),
    ).rejects.toThrow(
      `${state}: expected the state of a harvest with set 'maps', found no set; choose another file for --state`,
    );
    writeFileSync(state, '{"address":1}');
    expect((await refusal(provider.address, '-o', output, '--state', state)).text).toContain(
      `${state}: address: expected a string, found the number 1`,
    );
  });

  it.each<[string[], string]>([
    [['-o', 'a'], 'URL: expected one address, found 0'],
    [['http://a/', 'http://b/', '-o', 'a'], 'URL: expected one address, found 2'],
    [['http://a/'], '--output: expected a file to append to, found nothing'],
    [
      ['http://a/', '-o', 'a', '--from', 'May'],
      "--from: expected a date such as 2026-11-01 or 2026-11-01T04:00:00Z, found 'May'",
    ],
    [
      ['http://a/', '-o', 'a', '--identifier', 'oai:'],
      "--identifier: expected a regular expression with a group, found 'oai:'",
    ],
    [
      ['http://a/', '-o', 'a', '--identifier', '('],
      '--identifier: expected a regular expression with a group, found an error',
    ],
    [['http://a/', '-o', 'a', '--id', '1'], '--id: expected a tag and a subfield'],
    [['http://a/', '-o', 'a', '--max-deleted', '101'], '--max-deleted: expected'],
  ])('%j: %s', async (args, message) => {
    const { status, text } = await refusal(...args);
    expect(status).toBe(2);
    expect(text).toContain(message);
  });

  it('requires --library', async () => {
    expect((await runCarrel('harvest', 'http://a/', '-o', 'a')).stderr).toContain(
      '--library: expected a JSON file, found nothing',
    );
  });

  it('refuses to append to the library file and to a directory', async () => {
    expect((await refusal('http://a/', '-o', LIBRARY)).text).toContain(
      '--output: expected a file that is not also read',
    );
    expect((await refusal('http://a/', '-o', ROOT)).text).toContain(
      'expected a regular file or a new path, found a directory',
    );
  });
});
