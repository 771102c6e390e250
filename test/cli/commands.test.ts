import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, loadCommands } from '../../src/cli/commands.js';
import { openApiDocument } from '../../src/v1/openapi-document.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { ROOT } from './compiled.js';
import { runCarrel } from './run-carrel.js';

const NAMES = Object.keys(COMMANDS);

/** Command lines that are refused with status 2, each with its message. */
const REFUSED = `
site
  PATH: expected a snapshot file or a source directory, found nothing
site a
  --output: expected a folder to write, found nothing
site a -o b --covers all
  --covers: expected remote, found 'all'
compact
  SNAPSHOT: expected a snapshot file, found nothing
compact a b
  SNAPSHOT: expected one snapshot file, found 'a' and 'b'
compact a -o b
  --changes: expected a file of changes, found nothing
compact a --changes b
  --output: expected a file to write, found nothing
compact a --changes b -o b
  --output: expected a file that is not also read, found 'b'
build
  SOURCE: expected a directory or record files, found nothing
build a
  --output: expected a file to write, found nothing
build a --check -o ''
  --output: expected a file to write, found nothing
build a --check --report r.json
  --report: expected no report with --check, which writes nothing
build a -o b --max-shrink 101
  --max-shrink: expected a whole number from 0 to 100, found '101'
serve a --api-key k --min-titles few
  --min-titles: expected a whole number from 0 to 1000000000, found 'few'
build a -o ''
  --output: expected a file to write, found nothing
build a -o b --threads 0
  --threads: expected a whole number from 1 to 64, found '0'
build a -o b --synonyms c --synonyms d
  --synonyms: expected one file, found 'c' and 'd'; combine the files into one
build data package.json -o c
  SOURCE: expected one directory or record files, found the directory 'data' and 'package.json'
build data -o c --lenient
  --lenient: expected record files as SOURCE, found the directory 'data'
build package.json -o c
  --library: expected a JSON file, found nothing; record files need a library such as {"id": "branch", "name": "Branch Library", "snapshot_date": "2026-11-01T00:00:00Z"}
build package.json -o c --library l --date today
  --date: expected now, or a date and time such as 2026-11-01T00:00:00Z, found 'today'
build package.json -o c --library l --holdings aleph
  --holdings: expected symphony, symphony-949, folio, koha, sierra, sierra-949, alma, alma-availability, alma-holdings, evergreen, 995, 930, 852, none or an existing JSON file, found 'aleph'
build package.json -o c --library l --id 35
  --id: expected a tag and a subfield such as 035a, or 001, found '35'
build package.json -o c --library l --with package.json
  --with: expected a directory, found 'package.json'
build package.json -o c --library l --columns x.json
  --columns: expected a .csv file, a .tsv file or - as SOURCE, found none of them
build - - -o c --library l
  SOURCE: expected standard input (-) at most once, found it 2 times
serve
  PATH: expected a snapshot file or a source directory, found nothing
serve data
  API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open
serve data --api-key ''
  --api-key: expected an API key, found an empty string
serve a --api-key k --port 65536
  --port: expected a whole number from 0 to 65535, found '65536'
serve a --api-key k --port 80a
  --port: expected a whole number from 0 to 65535, found '80a'
serve a --api-key k --base-url example.org
  --base-url: expected an address that begins with http:// or https://, found 'example.org'
serve a --open --host 0.0.0.0
  --host: expected 127.0.0.1, ::1 or localhost with --open, found '0.0.0.0'
serve a --api-key k --host ::
  --host: expected --pages, --no-pages or --kiosk with an address that other machines can reach, found none of them; pages answer without an API key
serve a --api-key k --listen /run/carrel.sock
  --listen: expected unix: and a path of at most 103 bytes, found '/run/carrel.sock'
serve a --api-key k --listen unix:/run/carrel.sock
  --listen: expected --base-url with --listen, found none
serve a --listen unix:a --base-url https://example.org --port 80
  --listen: expected no --port with --listen, found both
serve a --api-key k --monitoring 9090
  --monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found '9090'
serve a --api-key k --monitoring ::1:9090
  --monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found '::1:9090'
serve a --api-key k --monitoring localhost:65536
  --monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found 'localhost:65536'
serve a --api-key k --drain 601
  --drain: expected a whole number from 0 to 600, found '601'
serve a --api-key k --workers 257
  --workers: expected a whole number from 1 to 256, or auto, found '257'
serve a --api-key k --no-pages --kiosk
  --no-pages: expected no --kiosk with --no-pages, found both
serve a --api-key k --trusted-proxy 10.0.0.0/8 --trusted-proxy proxy
  --trusted-proxy: expected an address, a network such as 10.0.0.0/8 or unix:, found 'proxy'
serve a --open --limit connection=1
  --limit: expected connections, requests-per-connection, requests-in-flight, key-requests-in-flight, requests-per-second, client-connections, client-requests-in-flight, client-requests-per-second, client-failed-keys, head-seconds, request-seconds, response-seconds, idle-seconds, head-bytes or url-bytes, found 'connection'
serve a --open --cors * --cors https://www.example.org/
  --cors: expected an origin such as https://www.example.org, or *, found 'https://www.example.org/'
serve a --open --limit connections=5=6
  --limit connections: expected a whole number from 1 to 1000000, found '5=6'
serve a --open --limit idle-seconds
  --limit idle-seconds: expected a whole number from 1 to 1000000, found ''
serve a --open --changes ''
  --changes: expected a file of changes, found nothing
serve a --open --cache-dir ''
  --cache-dir: expected a directory, found nothing
serve https://user:secret@example.org:99999/a --open
  PATH: expected an address with a valid host, and a port from 1 to 65535, found another
serve a --open --changes ftp://user:secret@example.org/c
  --changes: expected an address that begins with http:// or https://, found another
serve a --open --changes http://user:secret@example.org/c
  --changes: expected an address that begins with https://, or an address of this machine, found http:// and another machine; changes have no signature
serve a --open --changes monday.jsonl --changes tuesday.jsonl
  --changes: expected one value, found more than one
serve a --open --log debug
  --log: expected off, error or info, found 'debug'
serve a --open --metrics yes
  --metrics: expected local, all or none, found 'yes'
serve a --open --cache 64MB
  --cache: expected a whole number from 0 to 1000000, found '64MB'
search
  PATH: expected a snapshot file or a source directory, found nothing
search a
  QUERY: expected the words to search for, or * for every title, found nothing
search a ' '
  QUERY: expected the words to search for, or * for every title, found nothing
search a b --type title
  --type: expected keyword, author, subject, tag, series or custom, found 'title'
search a b --limit 101
  --limit: expected a whole number from 1 to 100, found '101'
search a b --limit 0
  --limit: expected a whole number from 1 to 100, found '0'
search a b --limit -1
  --limit: expected a value, found '-1', which looks like an option; write --limit=-1
search a b --limit=-1
  --limit: expected a whole number from 1 to 100, found '-1'
search a b --limit --json
  --limit: expected a value, found the option --json
search a b --limit
  --limit: expected a value, found nothing
search a b --json=yes
  --json: expected no value, found 'yes'
search a -b --limit -1
  -b: expected an option of the command, found an unknown option; write -- before arguments that begin with -
search a b --constructor=1
  --constructor: expected an option of the command, found an unknown option
serve a --open --port -1
  --port: expected a value, found '-1', which looks like an option; write --port=-1
serve a --api-key -secret
  --api-key: expected a value, found text that looks like an option; write --api-key=VALUE
build a -o -b
  --output: expected a value, found '-b', which looks like an option; write --output=-b
sign
  FILE: expected a snapshot file, found nothing
sign a b
  FILE: expected one snapshot file, found 'a' and 'b'
sign a
  --key: expected the file of a private key, found nothing
inspect
  FILE: expected a snapshot file, found nothing
inspect a b
  FILE: expected one snapshot file, found 'a' and 'b'
openapi a
  expected no arguments, found 'a'
completion
  SHELL: expected a shell, found nothing
completion csh
  SHELL: expected bash, zsh or fish, found 'csh'
completion zsh fish
  SHELL: expected one shell, found 'zsh' and 'fish'
build a --ouput b
  --ouput: expected an option of the command, found an unknown option; did you mean '--output'?
`;

/** Returns the arguments of a command line. Only '' and ' ' are quoted. */
function argumentsIn(line: string): string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'));
}

/** Expects that a command line ends with status 2 and a message. */
async function expectRefusal([name, ...args]: readonly string[], message: string): Promise<void> {
  expect(await runCarrel(name, ...args)).toEqual({
    status: 2,
    stdout: '',
    stderr: `carrel ${name}: ${message}\nTry 'carrel ${name} --help'.\n`,
  });
}

/** Runs a command line that succeeds, and returns the lines of standard output. */
async function linesOf(...args: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await runCarrel(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

describe('carrel', () => {
  it('lists the commands with --help, and with status 2 without arguments', async () => {
    const lines = await linesOf('--help');
    for (const name of NAMES) expect(lines.join('\n')).toContain(`\n  carrel ${name} `);
    expect(await linesOf('help')).toEqual(lines);
    expect(await runCarrel()).toEqual({ status: 2, stdout: `${lines.join('\n')}\n`, stderr: '' });
  });

  it('has help of at most 40 lines and 80 columns for each command and topic', async () => {
    const pages = [['--help']];
    for (const { name, topics = {} } of await loadCommands()) {
      pages.push(...['', ...Object.keys(topics)].map((topic) => [name, '--help', topic]));
    }
    expect(pages.length).toBeGreaterThan(NAMES.length + 5);
    for (const args of pages) {
      const lines = await linesOf(...args);
      expect(lines[0], args.join(' ')).toMatch(args.length > 1 ? `carrel ${args[0]} ` : /^carrel:/);
      expect(lines.length, args.join(' ')).toBeLessThanOrEqual(40);
      expect(Math.max(...lines.map((line) => line.length)), args.join(' ')).toBeLessThanOrEqual(80);
    }
  });

  it('prints the help of a command with help, -h or --help, wherever this is', async () => {
    const lines = await linesOf('build', '--help');
    for (const args of [
      ['help', 'build'],
      ['build', 'x', '-h'],
      ['build', '--help', 'constructor'],
    ])
      expect(await linesOf(...args)).toEqual(lines);
  });

  it('aligns the texts of options, groups them, and names their defaults', async () => {
    const lines = await linesOf('serve', '--help');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Access:',
        '  --api-key KEY     an API key that requests may use; may be repeated',
        '  --port PORT       port to listen on; 0 for any free port (default: 8080)',
        '  --kiosk [N]       for a public screen: return to the home page and discard the',
        '                    search after N minutes without input (default for N: 2)',
        '  --log LEVEL       off, error, or info with a line per request (default: error)',
        'Example: carrel serve branch.snapshot --api-key secret',
      ]),
    );
    expect(lines.join('\n')).not.toContain('--listen');
    expect(await linesOf('help', 'serve', 'network')).toEqual(
      expect.arrayContaining([
        '  --listen unix:PATH  a Unix socket to listen on instead of --host and --port;',
        '  --trusted-proxy NETWORK',
        '                      the address or network of a proxy whose X-Forwarded-For',
      ]),
    );
    expect(await linesOf('serve', '--help', 'limits')).toContain(
      '  requests-in-flight            1000  503; counts unfinished responses',
    );
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const option of ['--version', '-V']) expect(await linesOf(option)).toEqual([version]);
  });

  it.each([
    ['find', ''],
    ['__proto__', ''],
    ['biuld', "; did you mean 'build'?"],
  ])("refuses the unknown command '%s'", async (name, suggestion) => {
    const expected = `carrel: command: expected build, serve, search, inspect, compact, changes, harvest, sign, openapi, mcp, site or completion, found '${name}'${suggestion}\n`;
    for (const args of [[name], ['help', name]])
      expect(await runCarrel(...args)).toEqual({ status: 2, stdout: '', stderr: expected });
  });

  it.each([
    ['site s -o -', '--output'],
    ['site - -o s', 'PATH'],
    ['serve - --open', 'PATH'],
    ['serve s --open --changes -', '--changes'],
    ['serve s --api-keys -', '--api-keys'],
    ['sign - --key k', 'FILE'],
    ['sign s --key -', '--key'],
    ['compact - --changes c -o s', 'SNAPSHOT'],
    ['compact s --changes - -o s', '--changes'],
    ['build s --check -o -', '--output'],
    ['build s --library - -o s', '--library'],
    ['build s --with - -o s', '--with'],
    ['build s --synonyms - -o s', '--synonyms'],
    ['build s --columns - -o s', '--columns'],
    ['build s --holdings - -o s', '--holdings'],
    ['harvest http://127.0.0.1:2 --library l -o s --state -', '--state'],
    ['inspect s --trust -', '--trust'],
  ])('%s is refused, because %s is no standard stream', async (line, where) => {
    await expectRefusal(
      argumentsIn(line),
      `${where}: expected the name of a file, found -, which is standard input or output elsewhere; write ./- for a file of this name`,
    );
  });

  it.each(
    Array.from(REFUSED.matchAll(/^(\S.*)\n {2}(.*)$/gm), ([, line, message]) => [line, message]),
  )('%s is refused with status 2: %s', (line, message) =>
    expectRefusal(argumentsIn(line), message),
  );

  it.each(NAMES)('%s refuses an unknown option', async (name) => {
    await expectRefusal(
      [name, 'a', '--colour'],
      '--colour: expected an option of the command, found an unknown option',
    );
  });

  it('refuses missing and unreadable files of keys and signatures, and missing sources', async () => {
    const directory = scratchDirectory();
    const at = (name: string) => join(directory, name);
    const source = writeRecords(scratchDirectory(), recordsOf({ titles: [book('1', 'Typee')] }));
    await linesOf('build', source, '-o', at('branch.snapshot'));
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(at('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    mkdirSync(at('branch.snapshot.sig'));
    const cases: [string, string[], string, status?: number][] = [
      [
        'sign',
        ['a', '--key', at('no')],
        `${at('no')}: expected a file with a key in PEM, found nothing`,
      ],
      [
        'serve',
        ['a', '--open', '--trust', directory],
        `${directory}: expected a file with a key in PEM, found a directory`,
      ],
      [
        'serve',
        [at('branch.snapshot'), '--open', '--trust', at('public.pem')],
        `${at('branch.snapshot.sig')}: expected the signature of the snapshot, found a directory; write it with \`carrel sign\``,
      ],
      [
        'inspect',
        ['-', '--trust', at('public.pem')],
        '--trust: expected a snapshot file with its signature next to it, found standard input',
        2,
      ],
      [
        'search',
        ['-', 'moby', '--trust', at('public.pem')],
        '--trust: expected a snapshot file with its signature next to it, found standard input',
        2,
      ],
      [
        'changes',
        [at('no'), at('branch.snapshot')],
        `${at('no')}: expected a source directory, a snapshot file or a record file, found nothing`,
      ],
    ];
    for (const [name, args, message, status = 1] of cases) {
      const { stderr, ...outcome } = await runCarrel(name, ...args);
      expect(outcome).toEqual({ status, stdout: '' });
      expect(stderr).toContain(`carrel ${name}: ${message}\n`);
    }
  });

  it.each([
    ['search', 'a snapshot file', ['whale']],
    ['inspect', 'a snapshot file', []],
    ['serve', 'a snapshot file or a source directory', ['--api-key', 'k', '--port', '0']],
    ['serve', 'a snapshot file or a source directory', []],
  ])('%s refuses a missing file with status 1', async (name, expected, args) => {
    expect(await runCarrel(name, 'missing.snapshot', ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel ${name}: missing.snapshot: expected ${expected}, found nothing\n`,
    });
  });

  it('openapi prints the OpenAPI description with the address of --base-url', async () => {
    const url = 'https://api.example.org';
    const lines = await linesOf('openapi', '--base-url', url);
    expect(lines.join('\n')).toBe(JSON.stringify(openApiDocument(url), null, 2));
  });
});
