import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginRequest,
  createTickets,
  isAfter,
  nextTicket,
  takeBackRequest,
} from '../../../src/http/workers/request-tickets.js';

describe('Tickets of requests', () => {
  it('let a thread begin each request that was not taken back, in order', () => {
    const events = fc.array(fc.constantFrom('send', 'take back', 'read'), { maxLength: 80 });
    const starts = fc.constantFrom(0, 2 ** 31 - 5);
    fc.assert(
      fc.property(events, starts, (sequence, start) => {
        const tickets = createTickets();
        tickets[0] = start;
        let last = start;
        let lastTakenBack = start;
        const sent: number[] = [];
        const unread: number[] = [];
        const begun: number[] = [];
        const expected: number[] = [];
        for (const event of sequence) {
          if (event === 'send') {
            last = nextTicket(last);
            sent.push(last);
            unread.push(last);
            expected.push(last);
          } else if (event === 'read') {
            const ticket = unread.shift();
            if (ticket !== undefined && beginRequest(tickets, ticket)) begun.push(ticket);
          } else if (sent.length > 1) {
            // The main thread takes back the last request while it expects the thread to answer the one before.
            const [before, ticket] = sent.slice(-2);
            const latest = isAfter(lastTakenBack, before) ? lastTakenBack : before;
            const isTaken = takeBackRequest(tickets, latest, ticket);
            expect(isTaken).toBe(!begun.includes(ticket) && begun.includes(before));
            if (!isTaken) continue;
            lastTakenBack = ticket;
            sent.pop();
            expected.pop();
          }
        }
        for (const ticket of unread) if (beginRequest(tickets, ticket)) begun.push(ticket);
        expect(begun).toEqual(expected);
      }),
    );
  });
});
