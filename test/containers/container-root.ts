import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this process may create mount namespaces. */
export const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    .status === 0;

/** How a container runs a command. */
export interface ContainerOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Directories of this machine, by their paths in the container. */
  readonly volumes?: Readonly<Record<string, string>>;
  /** Whether the command can write only to volumes and to `/tmp`. Default: false. */
  readonly isReadOnly?: boolean;
}

/** The system directories of this machine and the directory of Node stand for the base image. */
const BASE_IMAGE = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/dev', '/proc'];
const NODE = dirname(dirname(process.execPath));

/**
 * The arguments: the root directory, the working directory, whether the root is read-only, the number of volumes, two
 * arguments per volume, the command.
 */
const ENTER = `
root=$1 cwd=$2 read_only=$3 volumes=$4
shift 4
for path in ${BASE_IMAGE.join(' ')} ${NODE}; do
  if [ -L $path ]; then cp --no-dereference --force $path $root$path
  elif [ -d $path ]; then mkdir -p $root$path && mount --rbind $path $root$path; fi
done
mkdir -p $root/tmp $root$cwd
if [ $read_only = true ]; then mount --rbind $root $root && mount -o remount,bind,ro $root; fi
mount -t tmpfs tmpfs $root/tmp
while [ $volumes -gt 0 ]; do
  mount --bind "$1" $root$2
  shift 2
  volumes=$((volumes - 1))
done
exec chroot $root env --chdir=$cwd "$@"
`;

/**
 * Starts a command in a root directory that stands for a container: the command sees only the files of this directory, of
 * the base image and of its volumes.
 */
export function startInContainer(
  root: string,
  command: readonly string[],
  options: ContainerOptions = {},
): ChildProcess {
  const { cwd = '/', env = {}, volumes = {}, isReadOnly = false } = options;
  for (const path of Object.keys(volumes)) mkdirSync(join(root, path), { recursive: true });
  const args = [root, cwd, String(isReadOnly), String(Object.keys(volumes).length)];
  const mounts = Object.entries(volumes).flatMap(([path, directory]) => [directory, path]);
  return spawn('unshare', ['-rm', 'sh', '-euc', ENTER, 'sh', ...args, ...mounts, ...command], {
    env: { ...process.env, HOME: '/tmp', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command in a container, and returns its standard output. Throws if its exit status is not 0. */
export async function runInContainer(
  root: string,
  command: readonly string[],
  options: ContainerOptions = {},
): Promise<string> {
  const child = startInContainer(root, command, options);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`${command.join(' ')}: exit status ${status}: ${stderr}`);
  return stdout;
}
