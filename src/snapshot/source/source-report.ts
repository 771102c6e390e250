/*
 * Collects the errors and warnings about a source, limits their number, and throws one error for all.
 * `record-checker.ts` and `checked-records.ts` report the problems.
 */

import { printable } from '../../base/messages.js';

/** The maximum number of errors in a message. Further errors are only counted. */
const MAX_LISTED_ERRORS = 20;
/** The maximum number of different warnings of one kind. Further warnings share one common message. */
const MAX_LISTED_WARNINGS = 20;

/** A problem of a record in a source. */
export interface SourceProblem {
  /** The place of the record: a file and line such as `titles.jsonl:12`, or an array and index such as `titles[11]`. */
  readonly place: string;
  /** The problem: usually the field, the expected value and the value found. */
  readonly problem: string;
}

/**
 * A source is invalid. The message has one line for each of the first 20 errors, and then the number of further errors,
 * if any: `titles.jsonl:12: format.id: expected a non-empty string, found nothing`.
 *
 * @example
 * try {
 *   createCatalog(records);
 * } catch (error) {
 *   if (!(error instanceof SourceError)) throw error;
 *   for (const { place, problem } of error.problems) console.log(place, problem);
 * }
 */
export class SourceError extends Error {
  override name = 'SourceError';
  /** The lines of the message about the first errors, up to 20. */
  readonly errors: readonly string[];

  /**
   * @param problems the first errors, up to 20
   */
  constructor(
    readonly problems: readonly SourceProblem[],
    readonly count: number,
  ) {
    const errors = problems.map(({ place, problem }) => printable(`${place}: ${problem}`));
    const more = count - errors.length;
    super(
      [
        ...errors,
        ...(more > 0 ? [`... and ${more} more ${more === 1 ? 'error' : 'errors'}`] : []),
      ].join('\n'),
    );
    this.errors = errors;
  }
}

/** Receives the errors and warnings about records. {@link SourceReport} implements this interface. */
export interface Problems {
  /** Receives the problem of the record at a place. */
  error(place: string, problem: string): void;
  /**
   * Receives a warning.
   *
   * @param common the common message of a kind of warnings, which replaces the messages of further warnings
   */
  warn(message: string, common: string): void;
}

/** Collects the errors and warnings of a source while it is read. */
export class SourceReport implements Problems {
  readonly #errors: SourceProblem[] = [];
  readonly #warnings = new Map<string, number>();
  /** The number of different warnings of each kind, by the common message of the kind. */
  readonly #warningsOfKind = new Map<string, number>();
  #errorCount = 0;

  /** Whether an error has been recorded. */
  get hasErrors(): boolean {
    return this.#errorCount > 0;
  }

  /** Records an error, which {@link refuseErrors} throws later. */
  error(place: string, problem: string): void {
    this.#errorCount++;
    if (this.#errors.length < MAX_LISTED_ERRORS) this.#errors.push({ place, problem });
  }

  /**
   * Records a warning. Equal warnings are listed once, with their count.
   *
   * @param common the common message of a kind of warnings; it identifies the kind, and replaces `message` if
   *   20 other warnings of the kind are already listed
   */
  warn(message: string, common: string): void {
    const listed = this.#isListed(message, common) ? message : common;
    this.#warnings.set(listed, (this.#warnings.get(listed) ?? 0) + 1);
  }

  #isListed(message: string, common: string): boolean {
    if (this.#warnings.has(message)) return true;
    const listed = this.#warningsOfKind.get(common) ?? 0;
    if (listed === MAX_LISTED_WARNINGS) return false;
    this.#warningsOfKind.set(common, listed + 1);
    return true;
  }

  /** Returns the warnings, each with the number of times it occurred. */
  warnings(): string[] {
    return [...this.#warnings].map(
      ([message, count]) => `${message} (${count} ${count === 1 ? 'time' : 'times'})`,
    );
  }

  /**
   * Throws the recorded errors, if any.
   *
   * @throws SourceError if an error has been recorded
   */
  refuseErrors(): void {
    if (this.#errorCount > 0) throw new SourceError(this.#errors, this.#errorCount);
  }
}
