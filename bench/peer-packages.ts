import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT } from './machine.js';

const PEERS = join(PROJECT, 'bench/peers');

/**
 * Installs the packages of `bench/peers` from their lockfile. Does nothing if the packages are up to date.
 * All packages are optional dependencies, so a failed installation of one package does not affect the
 * others.
 */
export function installPeers(): void {
  const installed = statSync(join(PEERS, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  });
  const lock = statSync(join(PEERS, 'package-lock.json'));
  if (installed !== undefined && installed.mtime >= lock.mtime) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS, stdio: 'inherit' });
}

/**
 * Loads a package of `bench/peers`. The project does not have the types of the package, so the caller
 * declares the members that it uses.
 */
export function peerPackage<T>(name: string): T {
  return createRequire(join(PEERS, 'package.json'))(name) as T;
}
