import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** A machine of the network: a network namespace with one address. */
export interface Host {
  readonly address: string;
  /** Starts a program on the host. The program is killed when the test ends. */
  run(command: readonly string[]): ChildProcess;
  /** Pulls the network cable: packets from and to the host are lost without an error. */
  disconnect(): void;
}

/** The addresses of all hosts, and of the tests, which have the first one. */
const NETWORK = '10.77.0';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Creates a network of hosts. The caller must be in user, mount and network namespaces of its own. */
export function createHosts<Name extends string>(names: readonly Name[]): Record<Name, Host> {
  ip('link', 'add', 'hosts', 'type', 'bridge');
  ip('address', 'add', `${NETWORK}.1/24`, 'dev', 'hosts');
  ip('link', 'set', 'hosts', 'up');
  const hosts = {} as Record<Name, Host>;
  for (const [i, name] of names.entries()) {
    const cable = `cable${i}`;
    const address = `${NETWORK}.${i + 2}`;
    ip('netns', 'add', name);
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', cable, 'master', 'hosts', 'up');
    ip('-netns', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const link of ['eth0', 'lo']) ip('-netns', name, 'link', 'set', link, 'up');
    hosts[name] = {
      address,
      run(command) {
        const child = spawn('ip', ['netns', 'exec', name, ...command], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        onTestFinished(() => {
          child.kill('SIGKILL');
        });
        return child;
      },
      // Without its port of the bridge, the link of the host itself stays up, as behind a switch that fails.
      disconnect: () => ip('link', 'set', cable, 'nomaster'),
    };
  }
  return hosts;
}
