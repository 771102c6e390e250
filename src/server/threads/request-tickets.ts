/*
 * The requests of a thread have numbers, their tickets. Shared memory has the latest ticket that is settled: its request was
 * begun by the thread, or taken back by the main thread. Requests before it are settled too.
 */

/** Allocates the memory for the tickets of a thread. */
export function createTickets(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/**
 * Begins a request, in the thread that answers it.
 *
 * @returns false if the main thread has taken the request back
 */
export function beginRequest(tickets: Int32Array, ticket: number): boolean {
  for (;;) {
    const latest = Atomics.load(tickets, 0);
    if (!isAfter(ticket, latest)) return false;
    if (Atomics.compareExchange(tickets, 0, latest, ticket) === latest) return true;
  }
}

/**
 * Takes back the last request of a thread, in the main thread.
 *
 * @param latest the ticket that must be the latest that is settled, so that all requests before `ticket` are settled
 * @returns false if the thread has begun the request, or has not begun the request before it
 */
export function takeBackRequest(tickets: Int32Array, latest: number, ticket: number): boolean {
  return Atomics.compareExchange(tickets, 0, latest, ticket) === latest;
}

/** Returns the ticket after a ticket. After the highest number follows the lowest. */
export function nextTicket(ticket: number): number {
  return (ticket + 1) | 0;
}

/** Returns whether the request of a ticket was sent after the request of another ticket. */
export function isAfter(ticket: number, other: number): boolean {
  return ((ticket - other) | 0) > 0;
}
