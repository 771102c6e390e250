/**
 * Returns a function that calls `run`. Each call of `run` starts after the previous call has settled.
 *
 * @example const save = serialized((text: string) => writeFile(path, text)); // Two calls never write at the same time.
 */
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
