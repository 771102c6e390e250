import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSru } from '../../src/protocols/sru/create-sru.js';
import { startTestServer } from '../http/test-server.js';
import { openedCatalog } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { createClient, descendants, parseXml, textsOf } from './protocol-client.js';

const hasYaz = spawnSync('yaz-client', ['-V']).error === undefined;
const alderwick = openedCatalog('alderwick');

/** Runs commands of yaz-client, and returns its output. */
async function runYaz(...commands: readonly string[]): Promise<string> {
  const file = join(scratchDirectory(), 'commands');
  writeFileSync(file, [...commands, 'quit', ''].join('\n'));
  const { stdout } = await promisify(execFile)('yaz-client', ['-f', file], { timeout: 60_000 });
  return stdout;
}

describe.skipIf(!hasYaz)('yaz-client (skipped if it is not installed)', () => {
  it.each(['1.1', '1.2', '2.0'])('searches, shows and scans in SRU %s', async (version) => {
    const { baseUrl } = await startTestServer([alderwick], { site: createSru() });
    const find = 'dc.creator = "jane austen" sortBy dc.title';
    const output = await runYaz(
      `sru GET ${version}`,
      'querytype cql',
      `open ${baseUrl}/sru`,
      'schema marcxml',
      `find ${find}`,
      'show 10',
      'schema dc',
      'show 1+2',
      'scan dc.creator = melv',
      'find shoesize = 9',
      'explain',
    );
    const query = { query: find, startRecord: '10', maximumRecords: '1' };
    const get = createClient(createSru(), [alderwick]);
    const response = parseXml(get(`/sru?${new URLSearchParams(query)}`).body);
    const [count] = textsOf(response, 'numberOfRecords');
    expect(Number(count)).toBeGreaterThan(10);
    expect(output).toContain(`Number of hits: ${count}\n`);
    const [, shown = ''] =
      /^pos=10 schema=info:srw\/schema\/1\/marcxml-v1\.1\n(.*)$/m.exec(output) ?? [];
    expect(parseXml(shown)).toEqual(descendants(response, 'recordData')[0].children[0]);
    expect(output.match(/^pos=\d+ schema=info:srw\/schema\/1\/dc-v1\.1$/gm)).toHaveLength(2);
    expect(output).toContain('\nMeriwether Lewis: 1 Meriwether Lewis\n');
    expect(output).toContain('SRW diagnostic info:srw/diagnostic/1/16\n');
    expect(output).toContain('<database>sru/alderwick</database>');
  });

  it('converts records that are made from titles to ISO 2709, without a warning', async () => {
    const get = createClient(createSru(), [alderwick]);
    const found = get(
      '/sru?query=moby+or+flatland+or+sea&recordXMLEscaping=string&maximumRecords=20',
    );
    const records = textsOf(parseXml(found.body), 'recordData');
    expect(records.length).toBeGreaterThan(10);
    const file = join(scratchDirectory(), 'records.xml');
    writeFileSync(file, `<collection>${records.join('')}</collection>`);
    const convert = async (...options: string[]) =>
      (await promisify(execFile)('yaz-marcdump', ['-i', 'marcxml', ...options, file])).stdout;
    expect(await convert('-o', 'line')).not.toMatch(/^\(/m);
    const marc = await convert('-o', 'marc');
    expect(marc.split('\u001d')).toHaveLength(records.length + 1);
  });
});
