import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { connectIpc, type IpcHandlers } from '../../../src/http/workers/ipc.js';

/** Returns the two ends of a channel that transfers JSON. */
function channel() {
  const [here, there] = [new EventEmitter(), new EventEmitter()];
  const end = (own: EventEmitter, other: EventEmitter) =>
    Object.assign(own, {
      send(message: object) {
        setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message))));
        return true;
      },
    });
  return { here: end(here, there), there: end(there, here) };
}

type Arithmetic = {
  half(number: number): Promise<number>;
  never(nothing: null): Promise<void>;
};

const ARITHMETIC: Arithmetic & IpcHandlers = {
  async half(number) {
    if (number % 2 === 1) throw new Error(`${number} is odd.`);
    return number / 2;
  },
  never: () => new Promise(() => {}),
};

it('IPC calls a function of another process by its name', async () => {
  const { here, there } = channel();
  connectIpc(there, ARITHMETIC);
  const call = connectIpc<Arithmetic>(here, {});
  expect(await Promise.all([call('half', 4), call('half', 8)])).toEqual([2, 4]);
});

it('IPC lets both processes call each other', async () => {
  const { here, there } = channel();
  const forth = connectIpc<Arithmetic>(here, ARITHMETIC);
  const back = connectIpc<Arithmetic>(there, ARITHMETIC);
  expect(await Promise.all([forth('half', 2), back('half', 20)])).toEqual([1, 10]);
});

it('IPC rejects a call with the error message of the other process', async () => {
  const { here, there } = channel();
  connectIpc(there, ARITHMETIC);
  await expect(connectIpc<Arithmetic>(here, {})('half', 3)).rejects.toThrow('3 is odd.');
});

it('IPC rejects calls when the other process has exited', async () => {
  const { here, there } = channel();
  connectIpc(there, ARITHMETIC);
  const call = connectIpc<Arithmetic>(here, {});
  const called = call('never', null);
  here.emit('disconnect');
  await expect(called).rejects.toThrow('IPC: the other process exited before it replied');
  await expect(call('half', 2)).rejects.toThrow('IPC: the other process exited before it replied');
});
