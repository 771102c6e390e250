import { pathToFileURL } from 'node:url';

/**
 * Returns the URL from which a module finds files of the package. A bundler that writes CommonJS, such as esbuild by
 * default, replaces `import.meta.url` with undefined. Then the result is the URL of the bundle.
 *
 * @param url the `import.meta.url` of the module
 */
export function moduleUrl(url: string | undefined): string {
  return url ?? pathToFileURL(__filename).href;
}
