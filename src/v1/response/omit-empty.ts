/**
 * The type that {@link omitEmpty} returns for an object of type `T`. A field that may be undefined in `T`
 * is optional. A field that cannot be undefined is required, although {@link omitEmpty} omits the field
 * if it is an empty string or an empty array.
 */
export type OmitEmpty<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns a copy of an object without the fields that are undefined, an empty string or an empty array.
 *
 * @example omitEmpty({ title: 'Emma', edition: '', isbns: [] }) // { title: 'Emma' }
 */
export function omitEmpty<T extends object>(fields: T): OmitEmpty<T> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    kept[name] = value;
  }
  return kept as OmitEmpty<T>;
}
