/** A channel to another process: a `ChildProcess`, or `process` in a child. */
export interface Channel {
  send?(message: object, callback: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

/** Functions by name, each with one argument; arguments and results are plain data. */
export type Answers = { readonly [name: string]: (argument: never) => unknown };

/** Calls functions of another process by their names. */
export type Calls<Remote extends Answers> = <Name extends keyof Remote & string>(
  name: Name,
  argument: Parameters<Remote[Name]>[0],
) => Promise<Awaited<ReturnType<Remote[Name]>>>;

type Message =
  | { readonly call: number; readonly name: string; readonly argument: unknown }
  | { readonly answer: number; readonly result?: unknown; readonly error?: string };

interface Caller {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Connects two processes, so that each can call functions of the other.
 *
 * @param answers the functions that the other one may call
 * @returns how to call those of the other one: rejects with the message of what was thrown there,
 *   or when the channel is gone before there is an answer
 */
export function connectCalls<Remote extends Answers>(
  channel: Channel,
  answers: Answers,
): Calls<Remote> {
  const callers = new Map<number, Caller>();
  let lastCall = 0;
  let isGone = false;
  // Whoever is gone when it is sent to is told of by `disconnect`.
  const send = (message: Message) => channel.send?.(message, () => {});
  channel.on('message', async (received) => {
    const message = received as Message;
    if ('answer' in message) {
      const caller = callers.get(message.answer);
      callers.delete(message.answer);
      if (message.error === undefined) caller?.resolve(message.result);
      else caller?.reject(new Error(message.error));
      return;
    }
    const { call: answer, name, argument } = message;
    try {
      send({ answer, result: await answers[name](argument as never) });
    } catch (error) {
      send({ answer, error: (error as Error).message });
    }
  });
  channel.once('disconnect', () => {
    isGone = true;
    for (const { reject } of callers.values()) reject(new Error(GONE));
    callers.clear();
  });
  return (name, argument) =>
    new Promise((resolve, reject) => {
      if (isGone) return reject(new Error(GONE));
      callers.set(++lastCall, { resolve: resolve as Caller['resolve'], reject });
      return send({ call: lastCall, name, argument });
    });
}

const GONE = 'The other process ended before it answered.';
