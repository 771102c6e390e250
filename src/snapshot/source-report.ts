/** How many errors a message tells in full before it only counts them. */
const ERRORS_TOLD = 20;
/** How many warnings of a kind are told by themselves. */
const WARNINGS_TOLD = 20;

/**
 * A source that cannot become a catalog. The message has a line for each of the first twenty
 * errors, each with file, line, field, what was found and what was wanted, then a count of the rest.
 */
export class SourceError extends Error {
  override name = 'SourceError';

  /**
   * @param errors the first errors, a sentence each
   * @param count how many there are in all
   */
  constructor(
    readonly errors: readonly string[],
    readonly count: number,
  ) {
    const more = count - errors.length;
    super(
      [
        ...errors,
        ...(more > 0 ? [`... and ${more} more ${more === 1 ? 'error' : 'errors'}.`] : []),
      ].join('\n'),
    );
  }
}

/** Gathers what is wrong with a source while it is read. */
export class SourceReport {
  readonly #errors: string[] = [];
  readonly #warnings = new Map<string, number>();
  /** How many warnings of a kind there are by themselves, by what stands for the rest of it. */
  readonly #told = new Map<string, number>();
  #errorCount = 0;

  /** Whether any error was noted. */
  get hasErrors(): boolean {
    return this.#errorCount > 0;
  }

  /** Notes an error: the source will be refused. */
  error(place: string, problem: string): void {
    this.#errorCount++;
    if (this.#errors.length < ERRORS_TOLD) this.#errors.push(`${place}: ${problem}`);
  }

  /**
   * Notes a warning, counted with others of the same words.
   *
   * @param rest what is told instead when twenty others of its kind are told already; the kind is
   *   known by it
   */
  warn(message: string, rest: string): void {
    const told = this.#tells(message, rest) ? message : rest;
    this.#warnings.set(told, (this.#warnings.get(told) ?? 0) + 1);
  }

  #tells(message: string, rest: string): boolean {
    if (this.#warnings.has(message)) return true;
    const told = this.#told.get(rest) ?? 0;
    if (told === WARNINGS_TOLD) return false;
    this.#told.set(rest, told + 1);
    return true;
  }

  /** The warnings, each with how often it was met. */
  warnings(): string[] {
    return [...this.#warnings].map(
      ([message, count]) => `${message} (${count} ${count === 1 ? 'time' : 'times'})`,
    );
  }

  /** @throws SourceError if any error was noted */
  refuseErrors(): void {
    if (this.#errorCount > 0) throw new SourceError(this.#errors, this.#errorCount);
  }
}
