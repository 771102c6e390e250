/** The same function, of which no call begins before the one before it has come to its end. */
export function inTurn<Argument, Result>(
  work: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const result = last.then(() => work(argument));
    last = result.catch(() => {});
    return result;
  };
}
