import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where the engines that Carrel is compared with are installed, seen from the compiled file. */
const PEERS = fileURLToPath(new URL('../../../bench/peers/', import.meta.url));

/**
 * Installs the peers as their lockfile says, unless they are. All are optional: one that cannot be
 * installed does not keep the others from it.
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
 * The package of a peer. Peers are not installed with the project, so their types are not either;
 * who asks says what it uses of it.
 */
export function peerPackage<T>(name: string): T {
  return createRequire(`${PEERS}package.json`)(name) as T;
}
