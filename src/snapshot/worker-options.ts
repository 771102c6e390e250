/* The options and the file URLs of worker threads, also in bundles of the package. */

import { pathToFileURL } from 'node:url';

/**
 * The Node options of worker threads. By default, threads inherit the options of the process. A thread cannot start with
 * the option `--input-type`, which is for the text of `--eval`. In a process with this option, threads have no options.
 */
export const WORKER_OPTIONS: { readonly execArgv?: string[] } = process.execArgv.some((argument) =>
  argument.startsWith('--input-type'),
)
  ? { execArgv: [] }
  : {};

/**
 * Returns the URL from which a module finds files of the package. A bundler that writes CommonJS, such as esbuild by
 * default, replaces `import.meta.url` with undefined. Then the result is the URL of the bundle.
 *
 * @param url the `import.meta.url` of the module
 */
export function moduleUrl(url: string | undefined): string {
  return url ?? pathToFileURL(__filename).href;
}
