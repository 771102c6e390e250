/**
 * The Node options of worker threads. By default, threads inherit the options of the process. A thread cannot start with
 * the option `--input-type`, which is for the text of `--eval`. In a process with this option, threads have no options.
 */
export const WORKER_OPTIONS: { readonly execArgv?: string[] } = process.execArgv.some((argument) =>
  argument.startsWith('--input-type'),
)
  ? { execArgv: [] }
  : {};
