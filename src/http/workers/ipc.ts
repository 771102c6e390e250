/** An IPC channel to another process: a `ChildProcess`, or `process` in a child process. */
export interface IpcChannel {
  send?(message: object, callback: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

/** Functions by name, each with one argument. Arguments and results must be serializable as JSON. */
export type IpcHandlers = { readonly [name: string]: (argument: never) => unknown };

/** Calls a function of the other process by its name. */
export type IpcCaller<Remote extends IpcHandlers> = <Name extends keyof Remote & string>(
  name: Name,
  argument: Parameters<Remote[Name]>[0],
) => Promise<Awaited<ReturnType<Remote[Name]>>>;

type Message =
  | { readonly call: number; readonly name: string; readonly argument: unknown }
  | { readonly reply: number; readonly result?: unknown; readonly error?: string };

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Connects this process to another process, so that each process can call functions of the other.
 *
 * @param handlers the functions that the other process may call
 * @returns a function that calls the other process. The promise of a call rejects with the message of
 *   the error that the other process throws, or when the channel closes before the reply.
 */
export function connectIpc<Remote extends IpcHandlers>(
  channel: IpcChannel,
  handlers: IpcHandlers,
): IpcCaller<Remote> {
  const pending = new Map<number, PendingCall>();
  let lastCall = 0;
  let isDisconnected = false;
  // Errors of `send` are ignored, because the channel emits `disconnect` when the other process exits.
  const send = (message: Message) => channel.send?.(message, () => {});
  channel.on('message', async (received) => {
    const message = received as Message;
    if ('reply' in message) {
      const call = pending.get(message.reply);
      pending.delete(message.reply);
      if (message.error === undefined) call?.resolve(message.result);
      else call?.reject(new Error(message.error));
      return;
    }
    const { call: reply, name, argument } = message;
    try {
      send({ reply, result: await handlers[name](argument as never) });
    } catch (error) {
      send({ reply, error: (error as Error).message });
    }
  });
  channel.once('disconnect', () => {
    isDisconnected = true;
    for (const { reject } of pending.values()) reject(new Error(DISCONNECTED));
    pending.clear();
  });
  return (name, argument) =>
    new Promise((resolve, reject) => {
      if (isDisconnected) return reject(new Error(DISCONNECTED));
      pending.set(++lastCall, { resolve: resolve as PendingCall['resolve'], reject });
      return send({ call: lastCall, name, argument });
    });
}

const DISCONNECTED = 'IPC: the other process exited before it replied';
