import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { ROOT } from './compiled.js';

/** Whether nginx is installed. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/**
 * Returns `docs/containers/nginx.conf` with other servers. Without servers of single libraries, their lines stay comments.
 *
 * @param servers the addresses of the servers of `every_library` and of each library
 */
export function configured(
  listen: string,
  servers: Readonly<Record<string, readonly string[]>>,
): string {
  const file = readFileSync(join(ROOT, 'docs/containers/nginx.conf'), 'utf8');
  const hasLibraries = Object.keys(servers).length > 1;
  const lines = hasLibraries
    ? file.replaceAll(/^( *)# ?(?=upstream| {2}(?:server|keepalive)|\}|")/gm, '$1')
    : file;
  return Object.entries(servers)
    .reduce(
      (text, [name, addresses]) =>
        text.replace(
          new RegExp(`(upstream ${name} \\{\n)(?: *server .*\n)+`),
          `$1${addresses.map((address) => `  server ${address} max_fails=1 fail_timeout=5s;\n`).join('')}`,
        ),
      lines,
    )
    .replace('listen 80;', `listen ${listen};`);
}

/**
 * Writes the complete configuration of an nginx with these servers. Returns the arguments of nginx.
 *
 * @param hasWorkers Whether nginx starts worker processes, which it cannot do in a user namespace. Default: true.
 */
export function configureNginx(servers: string, hasWorkers = true): readonly string[] {
  const directory = scratchDirectory();
  writeFileSync(join(directory, 'carrel.conf'), servers);
  const version = execFileSync('sh', ['-c', 'nginx -V 2>&1']).toString();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].filter((kind) =>
    version.includes(`--http-${kind.replace('_', '-')}-temp-path`),
  );
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off;
pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
${hasWorkers ? 'worker_processes 1;' : 'master_process off;'}
events {}
http {
  access_log off;
${temporary.map((kind) => `  ${kind}_temp_path ${directory}/${kind};`).join('\n')}
  include carrel.conf;
}
`,
  );
  return ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
}

/** Runs nginx with a configuration of servers, and waits until nginx listens on the port. */
export async function startNginx(port: number, servers: string): Promise<ChildProcess> {
  const child = spawn('nginx', configureNginx(servers), { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGTERM');
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx: exited early: ${errors}`);
    const isListening = await sendRequest(port, '/').then(
      () => true,
      () => false,
    );
    if (isListening) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
