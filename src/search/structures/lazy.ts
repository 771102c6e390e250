/**
 * Returns a function that computes a value on the first call and returns the same value on every later
 * call.
 *
 * @example
 * const words = lazy(() => 'sea ship'.split(' '));
 * words() === words(); // true
 */
export function lazy<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/**
 * Creates a record that computes each value when the value is first read.
 *
 * @example
 * const lengths = lazyRecord(['sea', 'ship'], (word) => word.length);
 * lengths.ship; // 4; the length of 'sea' is not computed
 */
export function lazyRecord<Name extends string, Value>(
  names: Iterable<Name>,
  compute: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  const record = {} as Record<Name, Value>;
  for (const name of names) {
    Object.defineProperty(record, name, { enumerable: true, get: lazy(() => compute(name)) });
  }
  return record;
}

/**
 * Returns a function that computes a value on the first call for an object and returns the same value
 * on every later call for the same object. The values do not prevent the objects from being garbage
 * collected.
 *
 * @example
 * const lengthOf = memoizePerObject((words: string[]) => words.join('').length);
 * const words = ['sea', 'ship'];
 * lengthOf(words); // 7
 * lengthOf(words); // 7, without computing the length again
 */
export function memoizePerObject<Subject extends object, Value>(
  compute: (subject: Subject) => Value,
): (subject: Subject) => Value {
  const values = new WeakMap<Subject, { readonly value: Value }>();
  return (subject) => {
    let computed = values.get(subject);
    if (computed === undefined) {
      computed = { value: compute(subject) };
      values.set(subject, computed);
    }
    return computed.value;
  };
}
