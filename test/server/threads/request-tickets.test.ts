import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginRequest,
  createTickets,
  isAfter,
  nextTicket,
  takeBackRequest,
} from '../../../src/server/threads/request-tickets.js';

describe('Tickets of requests', () => {
  it('let a thread begin each request that was not taken back, in order', () => {
    const events = fc.array(fc.constantFrom('send', 'take back', 'read', 'answer'), {
      maxLength: 80,
    });
    const starts = fc.constantFrom(0, 2 ** 31 - 5);
    fc.assert(
      fc.property(events, starts, (sequence, start) => {
        const tickets = createTickets();
        tickets[0] = start;
        let last = start;
        let lastTakenBack = start;
        /** The requests whose answers the main thread has not received. */
        const unanswered: number[] = [];
        const unread: number[] = [];
        const begun: number[] = [];
        const expected: number[] = [];
        for (const event of sequence) {
          if (event === 'send') {
            last = nextTicket(last);
            unanswered.push(last);
            unread.push(last);
            expected.push(last);
          } else if (event === 'read') {
            const ticket = unread.shift();
            if (ticket !== undefined && beginRequest(tickets, ticket)) begun.push(ticket);
          } else if (event === 'answer') {
            if (begun.includes(unanswered[0])) unanswered.shift();
          } else if (unanswered.length === 2) {
            // The main thread takes back the last request while it expects the thread to answer the one before.
            const [before, ticket] = unanswered;
            const latest = isAfter(lastTakenBack, before) ? lastTakenBack : before;
            const isTaken = takeBackRequest(tickets, latest, ticket);
            expect(isTaken).toBe(!begun.includes(ticket) && begun.includes(before));
            if (!isTaken) continue;
            lastTakenBack = ticket;
            unanswered.pop();
            expected.pop();
          }
        }
        for (const ticket of unread) if (beginRequest(tickets, ticket)) begun.push(ticket);
        expect(begun).toEqual(expected);
      }),
    );
  });
});
