/* The command `carrel mcp`: answers an assistant on standard input and output. */

import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../protocols/mcp/mcp-server.js';
import { openCatalogs } from '../snapshot/file/open-catalogs.js';
import { ApiError } from '../v1/api-error.js';
import { defineCommand } from './command.js';
import { readBaseUrl } from './serve/serve-options.js';
import { readTrustedKeys, TRUST_OPTION } from './shared-options.js';
import { formatCount, printError } from './standard-streams.js';

export const mcp = defineCommand(
  {
    name: 'mcp',
    usage: 'PATH...',
    description: `Lets an assistant search catalogs with the Model Context Protocol, on standard input and
      output. The assistant starts the command. A new snapshot file replaces the catalog.`,
    arguments: {
      PATH: {
        text: 'a snapshot file, its http(s) address, or a source directory',
        required: 'a snapshot file or a source directory',
        isRepeatable: true,
        isFile: true,
      },
    },
    options: {
      '--base-url URL': {
        read: readBaseUrl,
        text: 'address of a server with pages, for links to titles (default: results have only paths)',
      },
      ...TRUST_OPTION,
    },
    notes: `A server answers the same at /mcp with 'carrel serve --mcp'.`,
    example: 'carrel mcp branch.snapshot --base-url https://catalog.example.org',
  },
  async ({ 'base-url': baseUrl = '', trust }, paths) => {
    const { current, close } = await openCatalogs(paths, {
      watch: true,
      trust: readTrustedKeys(trust),
      onError: ({ message }) => printError(`carrel mcp: ${message}`),
    });
    for (const { library, counts } of current()) {
      printError(`${library.id}: ${library.name}, ${formatCount(counts.titles, 'title')}`);
    }
    const context = () => ({ catalogs: current(), baseUrl });
    const onError = (error: unknown) => {
      if (!(error instanceof ApiError)) printError(`carrel mcp: ${(error as Error).stack}`);
    };
    const onerror = ({ message }: Error) => {
      // The SDK describes a message that is not valid with a long array in JSON.
      const invalid = 'standard input: expected a message of JSON-RPC, found other JSON';
      printError(`carrel mcp: ${message.startsWith('[') ? invalid : message}`);
    };
    const connection = serveStdio(() => createMcpServer(context, onError), {
      maxSubscriptions: 0,
      onerror,
    });
    await once(process.stdin, 'close');
    await connection.close();
    await close();
    return 0;
  },
);
