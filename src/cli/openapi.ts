import { openApiDocument } from '../v1/openapi-document.js';
import { defineCommand } from './command.js';
import { jsonLines, print } from './standard-streams.js';

export const openapi = defineCommand(
  {
    name: 'openapi',
    usage: '[--base-url URL]',
    description: `Prints the OpenAPI 3.1 description of the API, for tools that generate clients or
      documentation. A server returns the same description at /openapi.json.`,
    options: { '--base-url URL': 'the address of the API (default: /)' },
    example: 'carrel openapi --base-url https://api.example.org > openapi.json',
  },
  async ({ 'base-url': baseUrl }) => {
    print(jsonLines(openApiDocument(baseUrl)));
    return 0;
  },
);
