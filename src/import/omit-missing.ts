/** Returns a copy of an object without the fields that are undefined or empty arrays. */
export function omitMissing<T extends object>(
  fields: {
    readonly [Name in keyof T]: T[Name] | undefined;
  },
): T {
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    const isMissing = value === undefined || (Array.isArray(value) && value.length === 0);
    if (!isMissing) kept[name] = value;
  }
  return kept as T;
}
