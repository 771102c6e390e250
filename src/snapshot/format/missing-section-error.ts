/** A section that this version of Carrel reads, and that a snapshot of another has not. */
export class MissingSectionError extends Error {
  override name = 'MissingSectionError';

  constructor(readonly section: string) {
    super(`There is no section '${section}'.`);
  }
}
