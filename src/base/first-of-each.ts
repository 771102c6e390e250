/** Returns the first value of each key, in the order of the values. */
export function firstOfEach<T>(values: readonly T[], keyOf: (value: T) => unknown): readonly T[] {
  if (values.length < 2) return values;
  const byKey = new Map<unknown, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}
