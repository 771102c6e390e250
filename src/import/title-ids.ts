/** Gives every title an id of its own. */
export interface TitleIds {
  /**
   * The id for a title that asks for one: that, or where an earlier title has it, that with `-2`,
   * `-3` and so on behind it.
   */
  give(wanted: string): string;
}

/** Ids of which none is given yet. */
export function titleIds(): TitleIds {
  const given = new Set<string>();
  const lastSuffix = new Map<string, number>();
  return {
    give(wanted) {
      let id = wanted;
      for (let suffix = (lastSuffix.get(wanted) ?? 1) + 1; given.has(id); suffix++) {
        id = `${wanted}-${suffix}`;
        lastSuffix.set(wanted, suffix);
      }
      given.add(id);
      return id;
    },
  };
}
