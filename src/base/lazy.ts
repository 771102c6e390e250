/*
 * Values that are computed when they are needed: once, once per object, index or text, or on each read of a property. A
 * cache with a limit in bytes is an `LRUCache` of the package `lru-cache`.
 */

/**
 * Returns a function that computes a value on the first call and returns the same value on every later
 * call. Releases `compute` after the first call.
 *
 * @example
 * const words = lazy(() => 'sea ship'.split(' '));
 * words() === words(); // true
 */
export function lazy<Value>(compute: () => Value): () => Value {
  let pending: (() => Value) | undefined = compute;
  let value: Value | undefined;
  return () => {
    if (pending !== undefined) {
      value = pending();
      pending = undefined;
    }
    return value as Value;
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
  const getters = Array.from(names, (name) => [name, lazy(() => compute(name))] as const);
  return withGetters({}, Object.fromEntries(getters) as Record<Name, () => Value>);
}

/**
 * Returns a function that computes a value on the first call for an object and returns the same value
 * on every later call for the same object. The values do not prevent the objects from being garbage
 * collected.
 *
 * @param keyOf returns the part of an object that the value depends on. The value is computed once for all objects
 *   with the same part. Default: the whole object.
 *
 * @example
 * const lengthOf = memoizePerObject((words: string[]) => words.join('').length);
 * const words = ['sea', 'ship'];
 * lengthOf(words); // 7
 * lengthOf(words); // 7, without computing the length again
 */
export function memoizePerObject<Subject extends object, Value>(
  compute: (subject: Subject) => Value,
  keyOf: (subject: Subject) => object = (subject) => subject,
): (subject: Subject) => Value {
  const values = new WeakMap<object, { readonly value: Value }>();
  return (subject) => {
    const key = keyOf(subject);
    let computed = values.get(key);
    if (computed === undefined) {
      computed = { value: compute(subject) };
      values.set(key, computed);
    }
    return computed.value;
  };
}

/**
 * Returns a function that computes a value for an index, such as the decoded string at the index, and keeps
 * computed values in a direct-mapped cache: the value at `index` is kept in slot `index % slots`, until
 * another value is kept in the same slot.
 *
 * @param isKept returns whether to keep a value. A value that is not kept is computed on every call.
 * @example
 * const squareOf = memoizePerIndex(100, (index) => index ** 2, () => true);
 * squareOf(7); // 49
 * squareOf(7); // 49, without computing the square again
 * squareOf(107); // 11449, which replaces the square of 7
 */
export function memoizePerIndex<Value>(
  slots: number,
  compute: (index: number) => Value,
  isKept: (value: Value) => boolean,
): (index: number) => Value {
  const indexes = new Float64Array(slots).fill(-1);
  const values = new Array<Value>(slots);
  return (index) => {
    const slot = index % slots;
    if (indexes[slot] === index) return values[slot];
    const value = compute(index);
    if (isKept(value)) {
      indexes[slot] = index;
      values[slot] = value;
    }
    return value;
  };
}

/**
 * Returns a function that computes a value for a text, and keeps the values of recent texts. Catalogs repeat many
 * texts, such as the names of authors.
 *
 * @param maxTexts The maximum number of kept values. When it is reached, all kept values are dropped.
 * @param maxChars the maximum length of a text whose value is kept, in UTF-16 code units
 * @param compute must always return the same value for the same text
 * @example
 * const wordsOf = memoizePerText(1000, 50, (text) => text.split(' '));
 * wordsOf('sea ship'); // ['sea', 'ship']
 * wordsOf('sea ship'); // the same array, without splitting the text again
 */
export function memoizePerText<Value extends {}>(
  maxTexts: number,
  maxChars: number,
  compute: (text: string) => Value,
): (text: string) => Value {
  const values = new Map<string, Value>();
  return (text) => {
    if (text.length > maxChars) return compute(text);
    let value = values.get(text);
    if (value === undefined) {
      value = compute(text);
      if (values.size >= maxTexts) values.clear();
      values.set(text, value);
    }
    return value;
  };
}

/** Functions that return the values of properties, by name. */
type Getters<Properties> = { readonly [Name in keyof Properties]: () => Properties[Name] };

const FUNCTIONS = Symbol('functions');

/** An object whose properties {@link withGetters} added. */
interface WithFunctions {
  readonly [FUNCTIONS]: Readonly<Record<string, () => unknown>>;
}

/** The descriptor of all properties of a name, by the name. */
const descriptors = new Map<string, PropertyDescriptor>();

/**
 * Adds properties to an object. Each read of a property calls its function. The prototype of the object must not have
 * such properties: the new functions would hide the functions of the prototype.
 *
 * The getter of a property does not refer to the function. V8 stores getters in the hidden class of an object, and
 * never frees a hidden class that optimized code depends on. A getter with variables of its own would keep these
 * variables in memory, for example the sections of a replaced catalog. It would also give each object another hidden
 * class, which slows down all code that reads the objects.
 *
 * @throws TypeError if the object already has such properties
 *
 * @example
 * const word = withGetters({ text: 'sea' }, { reversed: () => 'aes' });
 * word.reversed; // 'aes'
 */
export function withGetters<Target extends object, Properties extends object>(
  target: Target,
  getters: Getters<Properties>,
): Target & Readonly<Properties> {
  Object.defineProperty(target, FUNCTIONS, { value: getters });
  for (const name of Object.keys(getters)) {
    let descriptor = descriptors.get(name);
    if (descriptor === undefined) {
      descriptor = { enumerable: true, get: getterOf(name) };
      descriptors.set(name, descriptor);
    }
    Object.defineProperty(target, name, descriptor);
  }
  return target as Target & Readonly<Properties>;
}

function getterOf(name: string): () => unknown {
  return function (this: WithFunctions) {
    return this[FUNCTIONS][name]();
  };
}
