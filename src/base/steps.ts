/** Runs all steps of a generator, and returns its result. */
export function runSteps<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
