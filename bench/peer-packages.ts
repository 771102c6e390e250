import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder in which the other engines are installed, relative to the compiled file. */
const PEERS = fileURLToPath(new URL('../../../bench/peers/', import.meta.url));

/**
 * Installs the packages of `bench/peers` from their lockfile. Does nothing when they are up to date.
 * All packages are optional dependencies, so a failed installation of one does not affect the others.
 */
export function installPeers(): void {
  if (isInstalled()) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS, stdio: 'inherit' });
}

function isInstalled(): boolean {
  const installed = statSync(`${PEERS}node_modules/.package-lock.json`, { throwIfNoEntry: false });
  return installed !== undefined && installed.mtime >= statSync(`${PEERS}package-lock.json`).mtime;
}

/**
 * Loads a package of `bench/peers`. The project does not have its types, so the caller declares the
 * members that it uses.
 */
export function peerPackage<T>(name: string): T {
  return createRequire(`${PEERS}package.json`)(name) as T;
}
