import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../../src/server/log.js';
import { connectServiceManager } from '../../src/server/systemd.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

/** Returns the environment of a service whose `systemd-notify` appends its arguments to the file `messages`. */
function serviceEnvironment() {
  const directory = scratchDirectory();
  const messages = join(directory, 'messages');
  const script = `#!/bin/sh\necho "$@" >> '${messages}'\n`;
  writeFileSync(join(directory, 'systemd-notify'), script, { mode: 0o755 });
  const env = { PATH: `${directory}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/notify' };
  const sent = () => (existsSync(messages) ? readFileSync(messages, 'utf8').split('\n') : []);
  return { env, sent };
}

describe.skipIf(process.platform === 'win32')('The service manager', () => {
  it('receives READY=1, and then WATCHDOG=1 while the server answers', async () => {
    const { env, sent } = serviceEnvironment();
    const watchdog = { WATCHDOG_USEC: '4000', WATCHDOG_PID: String(process.pid) };
    const manager = connectServiceManager({ ...env, ...watchdog }, SILENT_LOG);
    const answers: boolean[] = [];
    await new Promise<void>((resolve) => {
      manager.ready(() => {
        if (answers.length === 6) resolve();
        else answers.push(answers.length < 3);
        return answers.length <= 3;
      });
    });
    await manager.close();
    expect(sent()).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1', '']);
  });

  it.each([
    ['the service has none', {}],
    ['it watches another process', { WATCHDOG_USEC: '4000', WATCHDOG_PID: '1' }],
  ])('receives nothing for its watchdog if %s', async (_, watchdog) => {
    const { env, sent } = serviceEnvironment();
    const manager = connectServiceManager({ ...env, ...watchdog }, SILENT_LOG);
    manager.ready(() => expect.unreachable());
    await new Promise((resolve) => setTimeout(resolve, 20));
    await manager.close();
    expect(sent()).toEqual(['READY=1', '']);
  });

  it('that cannot be reached is logged', async () => {
    const { env } = serviceEnvironment();
    const reason = await new Promise((resolve) => {
      const log = { ...SILENT_LOG, error: (...event: unknown[]) => resolve(event) };
      connectServiceManager({ ...env, PATH: '/nowhere' }, log);
    });
    expect(reason).toEqual(['service manager not notified', { reason: 'spawn sh ENOENT' }]);
  });

  it('is absent without NOTIFY_SOCKET', async () => {
    const { env, sent } = serviceEnvironment();
    const manager = connectServiceManager({ ...env, NOTIFY_SOCKET: undefined }, SILENT_LOG);
    manager.ready(() => true);
    await manager.close();
    expect(sent()).toEqual([]);
  });
});
