import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { type Answers, connectCalls } from '../../src/http/calls.js';

/** Two ends of a channel, which carries what JSON can say. */
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

const ARITHMETIC: Arithmetic & Answers = {
  async half(number) {
    if (number % 2 === 1) throw new Error(`${number} is odd.`);
    return number / 2;
  },
  never: () => new Promise(() => {}),
};

it('A function of another process is called by its name', async () => {
  const { here, there } = channel();
  connectCalls(there, ARITHMETIC);
  const call = connectCalls<Arithmetic>(here, {});
  expect(await Promise.all([call('half', 4), call('half', 8)])).toEqual([2, 4]);
});

it('Both processes can call each other', async () => {
  const { here, there } = channel();
  const forth = connectCalls<Arithmetic>(here, ARITHMETIC);
  const back = connectCalls<Arithmetic>(there, ARITHMETIC);
  expect(await Promise.all([forth('half', 2), back('half', 20)])).toEqual([1, 10]);
});

it('What is thrown there is thrown here, by its message', async () => {
  const { here, there } = channel();
  connectCalls(there, ARITHMETIC);
  await expect(connectCalls<Arithmetic>(here, {})('half', 3)).rejects.toThrow('3 is odd.');
});

it('Nobody waits for a process that is gone', async () => {
  const { here, there } = channel();
  connectCalls(there, ARITHMETIC);
  const call = connectCalls<Arithmetic>(here, {});
  const called = call('never', null);
  here.emit('disconnect');
  await expect(called).rejects.toThrow('The other process ended before it answered.');
  await expect(call('half', 2)).rejects.toThrow('The other process ended before it answered.');
});
