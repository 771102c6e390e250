/** Functions that return the values of properties, by name. */
type Getters<Properties> = { readonly [Name in keyof Properties]: () => Properties[Name] };

const FUNCTIONS = Symbol('functions');

/** An object whose properties {@link withGetters} added. */
interface WithFunctions {
  readonly [FUNCTIONS]: Readonly<Record<string, () => unknown>>;
}

/** By name: the descriptor that all properties of this name have. */
const descriptors = new Map<string, PropertyDescriptor>();

/**
 * Adds properties to an object. Each read of a property calls its function. An object that inherits such properties must
 * not get other properties, because its functions would hide the inherited functions.
 *
 * The getter of a property does not refer to the function. V8 stores getters in the hidden class of an object, and never
 * frees a hidden class that optimized code depends on. A getter with variables of its own would keep these variables in
 * memory, for example the sections of a replaced catalog. It would also give each object another hidden class, which
 * slows down all code that reads the objects.
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
