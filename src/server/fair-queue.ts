/* A queue in which clients take turns. */

/** A queue that takes one item of each client in turn, so that no client waits for all items of another one. */
export interface FairQueue<Item> {
  /** The number of items. */
  readonly size: number;
  /** Adds an item after the other items of its client. */
  push(client: string, item: Item): void;
  /** Returns the clients with an item. The client whose turn it is comes first. */
  clients(): Iterable<string>;
  /**
   * Removes the first item of a client, and returns the item. Undefined if there is none.
   *
   * @param client Default: the client whose turn it is.
   */
  shift(client?: string): Item | undefined;
  /** Removes the first items of each client as long as they match, and returns them. */
  shiftWhile(matches: (item: Item) => boolean): Item[];
}

/**
 * Creates an empty queue.
 *
 * @example
 * const queue = createFairQueue<string>();
 * queue.push('a', 'a1');
 * queue.push('a', 'a2');
 * queue.push('b', 'b1');
 * queue.shift(); // 'a1'
 * queue.shift(); // 'b1'
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** The items of each client that has some. The first client is next. */
  const clients = new Map<string, Item[]>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    push(client, item) {
      const items = clients.get(client);
      if (items === undefined) clients.set(client, [item]);
      else items.push(item);
      size++;
    },
    clients: () => clients.keys(),
    shift(client = clients.keys().next().value) {
      const items = client === undefined ? undefined : clients.get(client);
      if (client === undefined || items === undefined) return undefined;
      const item = items.shift();
      size--;
      clients.delete(client);
      if (items.length > 0) clients.set(client, items);
      return item;
    },
    shiftWhile(matches) {
      const removed: Item[] = [];
      for (const [client, items] of clients) {
        const end = items.findIndex((item) => !matches(item));
        removed.push(...items.splice(0, end < 0 ? items.length : end));
        if (items.length === 0) clients.delete(client);
      }
      size -= removed.length;
      return removed;
    },
  };
}
