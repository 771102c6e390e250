/** Returns a copy of an object without the fields that are undefined. */
export function omitUndefined<T extends object>(
  fields: {
    readonly [Name in keyof T]: T[Name] | undefined;
  },
): T {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as T;
}
