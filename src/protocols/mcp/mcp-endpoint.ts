import type { Endpoint } from '../../web/web-request.js';

/**
 * Creates the endpoint `/mcp`, at which assistants search the catalogs with the Model Context Protocol. Loads the code of
 * the protocol, which only servers with the endpoint need.
 *
 * @param hasPages whether the base URL of requests has pages, to which results can link
 */
export function createMcpEndpoint(hasPages: boolean): Endpoint {
  const loaded = import('./mcp-server.js');
  return {
    path: '/mcp',
    operation: 'mcp',
    maxBodyBytes: 64 * 1024,
    async answer(request, catalogs) {
      const { answerMcpRequest } = await loaded;
      return answerMcpRequest(request, { catalogs, baseUrl: hasPages ? request.baseUrl : '' });
    },
  };
}
