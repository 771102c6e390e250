/**
 * The fields of `T` that {@link omitEmpty} returns. A field that may be undefined in `T` is optional. A
 * field that cannot be undefined stays required, although {@link omitEmpty} removes it if it is an
 * empty string or an empty array.
 */
export type OmitEmpty<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns the fields whose value is neither undefined nor an empty string nor an empty array. The
 * specification of the API marks fields that may be absent from a response as "Sometimes".
 */
export function omitEmpty<T extends object>(fields: T): OmitEmpty<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    kept[name] = value;
  }
  return kept as OmitEmpty<T>;
}
