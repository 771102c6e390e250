/**
 * A record of values each of which is made when it is first asked for.
 *
 * @example
 * const lengths = onDemand(['sea', 'ship'], (word) => word.length);
 * lengths.ship; // 4, and nobody has asked for the length of 'sea'
 */
export function onDemand<Name extends string, Value>(
  names: Iterable<Name>,
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  const record = {} as Record<Name, Value>;
  for (const name of names) {
    Object.defineProperty(record, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make(name);
        Object.defineProperty(record, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return record;
}
