import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../src/server/fair-queue.js';

describe('A fair queue', () => {
  it('removes the oldest items of every client', () => {
    const queue = createFairQueue<number>();
    for (const item of [1, 2, 5]) queue.push('a', item);
    for (const item of [3, 1]) queue.push('b', item);
    queue.push('c', 2);
    expect(queue.shiftWhile((item) => item < 3)).toEqual([1, 2, 2]);
    expect([queue.size, queue.shift(), queue.shift(), queue.shift()]).toEqual([3, 5, 3, 1]);
  });

  it('keeps every item, the order of each client, and turns', () => {
    const events = fc.array(fc.option(fc.nat(3)), { maxLength: 60 });
    fc.assert(
      fc.property(events, (clients) => {
        const queue = createFairQueue<{ client: number; number: number }>();
        const waiting: { client: number; number: number }[] = [];
        /** The number of items of other clients that were taken since a client last had none or had its turn. */
        const passed = new Map<number, Map<number, number>>();
        for (const [number, client] of [...clients, ...clients.map(() => null)].entries()) {
          if (client !== null) {
            queue.push(`${client}`, { client, number });
            waiting.push({ client, number });
          } else {
            const taken = queue.shift();
            if (taken === undefined) {
              expect(waiting).toEqual([]);
              continue;
            }
            const first = waiting.find((item) => item.client === taken.client);
            expect(taken).toEqual(first);
            waiting.splice(waiting.indexOf(first!), 1);
            passed.delete(taken.client);
            for (const other of new Set(waiting.map((item) => item.client))) {
              if (other === taken.client) continue;
              const counts = passed.get(other) ?? new Map<number, number>();
              passed.set(other, counts.set(taken.client, (counts.get(taken.client) ?? 0) + 1));
              expect(counts.get(taken.client)).toBe(1);
            }
          }
          expect(queue.size).toBe(waiting.length);
        }
      }),
    );
  });
});
