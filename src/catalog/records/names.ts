/** An id with a display name. */
export interface CodedName {
  /** The id, as in the records of titles. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
}

/** An id with an optional display name. */
export interface Code<Id extends string = string> {
  /** The id. */
  readonly id: Id;
  /** The display name. Default: the name in the record of the library, else the built-in name, else the id. */
  readonly name?: string | undefined;
}

/** A name, such as the name of an author, a publisher or a language. */
export interface Name {
  /** The name. */
  readonly name: string;
}

/** Returns the names of entries, without undefined entries. */
export function namesOf(entries: readonly (Name | undefined)[] = []): string[] {
  const names: string[] = [];
  for (const entry of entries) if (entry !== undefined) names.push(entry.name);
  return names;
}

/** The home library of a user. */
export interface UserLibrary {
  /** Number of the library. */
  readonly id: number;
  /** Id of the library, as in the parameter `library`. */
  readonly code: string;
}
