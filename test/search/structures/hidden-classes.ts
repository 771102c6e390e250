import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--allow-natives-syntax');

/** Returns whether two objects have the same hidden class, which V8 calls a map. */
export const haveSameMap = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (
  a: object,
  b: object,
) => boolean;
