import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The path of `bench/peers`, computed from the path of the compiled file. Ends with a slash. */
const PEERS = fileURLToPath(new URL('../../../bench/peers/', import.meta.url));

/**
 * Installs the packages of `bench/peers` from their lockfile. Does nothing if the packages are up to date.
 * All packages are optional dependencies, so a failed installation of one package does not affect the
 * others.
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
 * Loads a package of `bench/peers`. The project does not have the types of the package, so the caller
 * declares the members that it uses.
 */
export function peerPackage<T>(name: string): T {
  return createRequire(`${PEERS}package.json`)(name) as T;
}
