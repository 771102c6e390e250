/** Returns a function that calls `run`, but only after the result of the previous call has settled. */
export function serialized<Argument, Result>(
  run: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const result = last.then(() => run(argument));
    last = result.catch(() => {});
    return result;
  };
}
