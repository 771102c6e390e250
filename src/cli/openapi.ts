import { openApiDocument } from '../v1/openapi/openapi-document.js';
import { type Command, readArguments, UsageError } from './command-line.js';

/** `carrel openapi` */
export const openapi: Command = {
  help: `carrel openapi [--base-url URL]

Prints the description of the API in OpenAPI 3.1, for programs that make clients or
documentation of it. A server has the same at /openapi.json.

  --base-url URL  the address under which the API is served (/)

Example: carrel openapi --base-url https://api.example.org > openapi.json
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { 'base-url': { type: 'string' } });
    if (positionals.length > 0)
      throw new UsageError(`no argument is wanted; found '${positionals[0]}'.`);
    process.stdout.write(`${JSON.stringify(openApiDocument(values['base-url']), null, 2)}\n`);
    return 0;
  },
};
