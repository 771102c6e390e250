/** A stored structure breaks a rule that the code that reads it depends on. */
export class StructureError extends Error {
  override name = 'StructureError';

  /**
   * @param structure the name of the structure
   * @param expected the rule
   * @param found the value that breaks the rule
   */
  constructor(
    readonly structure: string,
    readonly expected: string,
    readonly found: string | number,
  ) {
    super(`${structure}: expected ${expected}, found ${found}`);
  }
}
