import type { BenchInputs } from '../queries/bench-inputs.js';

/** What the bench measures on one catalog, and with which limits. */
export interface BenchPlan {
  readonly size: number;
  /** The source directory of the catalog. */
  readonly source: string;
  /** An existing directory for indexes, which the bench deletes at the end. */
  readonly scratch: string;
  readonly inputs: BenchInputs;
  /** The path of a JSON file that contains `inputs`. */
  readonly inputsFile: string;
  /** The names of the indexes to compare. If empty, all engines are compared. */
  readonly engines: readonly string[];
  /** The maximum number of times that each engine is started and measured. */
  readonly rounds: number;
  /** The time to measure an engine or a kind of request in one process, without the warm-up, in milliseconds. */
  readonly timeMs: number;
  /** The path of a directory for CPU profiles. */
  readonly profile: string | undefined;
  /** Replaces the progress line on a terminal. */
  showProgress(text: string): void;
}
