/*
 * The Model Context Protocol, with the SDK of the protocol: lists and calls the tools of `catalog-tools.ts`, and answers
 * requests over HTTP without sessions. `cli/mcp.ts` answers on standard input and output. Only programs that answer the
 * protocol load this module, because the SDK is large: `mcp-endpoint.ts` loads it when it creates the endpoint.
 */

import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { ApiError } from '../../v1/api-error.js';
import { valueSchema } from '../../v1/openapi-document.js';
import { checkStrictly, readParameters } from '../../v1/read-parameters.js';
import { uncachedResponse } from '../../web/error-response.js';
import type { WebRequest, WebResponse } from '../../web/web-request.js';
import { CATALOG_TOOLS, MAX_RESULTS, type ToolContext, type Values } from './catalog-tools.js';

const MAX_CHARS = 1000;
const MAX_ITEMS = 50;

/**
 * Creates a server of the protocol. An unexpected error of a tool is an error of the protocol without details.
 *
 * @param onError receives each error of a tool: an `ApiError` for a wrong call, or an unexpected error
 */
export function createMcpServer(
  current: () => ToolContext,
  onError: (error: unknown) => void,
): Server {
  const { catalogs, baseUrl } = current();
  const names = catalogs.map(({ library: { id, name } }) => `${name} (${id})`).join(', ');
  const advice = baseUrl === '' ? '' : ' Give readers the addresses of pages in the results.';
  const server = new Server(
    { name: 'carrel', title: 'Library catalog', version: '1' },
    {
      capabilities: { tools: {} },
      instructions: `Searches the catalogs of libraries: ${names}.${advice}`,
    },
  );
  server.setRequestHandler('tools/list', () => {
    const { catalogs } = current();
    const tools = Object.entries(CATALOG_TOOLS).map(([name, tool]) => {
      const { title, description, output } = tool;
      const parameters = Object.entries(tool.parameters(catalogs));
      const described = parameters.map(([parameter, it]) => {
        return [parameter, { description: it.description, ...valueSchema(it) }];
      });
      const required = parameters.flatMap(([parameter, it]) =>
        'expectedIfMissing' in it ? parameter : [],
      );
      const properties = Object.fromEntries(described);
      return {
        ...{ name, title, description, outputSchema: output as never },
        inputSchema: { type: 'object' as const, properties, required },
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      };
    });
    return { tools };
  });
  server.setRequestHandler('tools/call', ({ params: { name, arguments: values = {} } }) => {
    if (!Object.hasOwn(CATALOG_TOOLS, name)) {
      const names = Object.keys(CATALOG_TOOLS).join(', ');
      const message = `tool: expected one of ${names}, found '${name}'`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const tool = CATALOG_TOOLS[name];
    try {
      const context = current();
      const parameters = tool.parameters(context.catalogs);
      checkStrictly(values, parameters, MAX_RESULTS);
      const data = shortened(tool.run(context, readParameters(values, parameters))) as Values;
      return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
    } catch (error) {
      onError(error);
      if (!(error instanceof ApiError)) throw new Error('internal error');
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
  });
  return server;
}

/** Shortens the texts and arrays in a result, so that it takes a small part of what a model can read. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_CHARS) return `${value.slice(0, MAX_CHARS)}…`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/**
 * Answers a request over HTTP, of the current version of the protocol or of a version with `initialize`. The response is JSON.
 *
 * @throws the unexpected error of a tool
 */
export async function answerMcpRequest(
  { body = '', headers }: WebRequest,
  context: ToolContext,
): Promise<WebResponse> {
  if (/^\s*\[/.test(body)) {
    // One request could have thousands of calls, which the limits on clients would count once.
    const error = { code: -32600, message: 'body: expected one message, found an array' };
    return uncachedResponse(400, JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  }
  const errors: unknown[] = [];
  const server = createMcpServer(
    () => context,
    (error) => errors.push(error),
  );
  const sent = Object.entries(headers)
    .filter(([name]) => /^(?:content-type|mcp-.+)$/.test(name))
    .map(([name, value]) => [name, String(value)]);
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    // The SDK requires both types. Responses are JSON, also for clients that accept less or name no type.
    headers: { ...Object.fromEntries(sent), accept: 'application/json, text/event-stream' },
    body,
  });
  const response = await respond(request, server).finally(() => server.close());
  const unexpected = errors.find((error) => !(error instanceof ApiError));
  if (unexpected !== undefined) throw unexpected;
  const type = response.headers.get('content-type') ?? 'application/json';
  const answer = uncachedResponse(response.status, await response.text(), { 'Content-Type': type });
  const isTooCostly = errors.some((error) => (error as ApiError).code === 'query_too_costly');
  return { ...answer, isTooCostly };
}

async function respond(request: Request, server: Server): Promise<Response> {
  if (!(await isLegacyRequest(request))) {
    return createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request);
}
