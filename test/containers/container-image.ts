import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../cli/compiled.js';
import { runInContainer } from './container-root.js';

/** What the steps of a Dockerfile leave. */
export interface ContainerImage {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
}

/** Steps that `.ci/run` has already run on a clean machine. Their result is the package. */
const PACKAGE_STEPS = ['npm ci', 'npm pack --pack-destination ..'];

/**
 * Follows the steps of `docs/containers/Dockerfile` in directories, without a container engine.
 *
 * @param directory an empty directory
 */
export async function buildImage(directory: string): Promise<ContainerImage> {
  const dockerfile = readFileSync(join(ROOT, 'docs/containers/Dockerfile'), 'utf8');
  const roots = new Map<string, string>();
  let root = '';
  let cwd = '/';
  let env: Record<string, string> = {};
  let entrypoint: string[] = [];
  let healthCheck: string[] = [];
  for (const [, keyword, text] of instructionsOf(dockerfile)) {
    const words = text.split(' ');
    switch (keyword) {
      case 'FROM':
        root = join(directory, String(roots.size));
        roots.set(words[2] ?? 'last', root);
        mkdirSync(root);
        [cwd, env] = ['/', {}];
        break;
      case 'WORKDIR':
        cwd = text;
        break;
      case 'ENV': {
        const [, name, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
        env[name] = value.replace('$PATH', process.env.PATH ?? '');
        break;
      }
      case 'COPY':
        if (words[0] === '.') {
          mkdirSync(join(root, cwd));
          const pack = ['pack', '--ignore-scripts', '--pack-destination', join(root, cwd, '..')];
          execFileSync('npm', pack, { cwd: ROOT, stdio: 'pipe' });
        } else {
          const from = roots.get(words[0].slice('--from='.length)) ?? '';
          cpSync(join(from, words[1]), join(root, words[2]), {
            recursive: true,
            verbatimSymlinks: true,
          });
        }
        break;
      case 'RUN':
        if (PACKAGE_STEPS.includes(text)) break;
        // Only the user of this process exists in the namespace.
        await runInContainer(root, ['sh', '-c', text.replace(/ --(?:owner|group)=node/g, '')], {
          cwd,
          env,
        });
        break;
      case 'ENTRYPOINT':
        entrypoint = JSON.parse(text);
        break;
      case 'HEALTHCHECK':
        healthCheck = JSON.parse(text.slice(text.indexOf('[')));
        break;
    }
  }
  return { root, env, entrypoint, healthCheck };
}

/** Returns the keyword and the arguments of each instruction, on one line. */
function instructionsOf(dockerfile: string): RegExpExecArray[] {
  return [...dockerfile.replace(/\\\n\s*/g, '').matchAll(/^([A-Z]+) (.*)$/gm)];
}
