import type { Endpoint } from '../../web/web-request.js';

/**
 * Creates the endpoint `/mcp`, at which assistants search the catalogs with the Model Context Protocol. The code of the
 * protocol is loaded at the first request.
 *
 * @param hasPages whether the base URL of requests has pages, to which results can link
 */
export function createMcpEndpoint(hasPages: boolean): Endpoint {
  return {
    path: '/mcp',
    operation: 'mcp',
    maxBodyBytes: 64 * 1024,
    async answer(request, catalogs) {
      const { answerMcpRequest } = await import('./mcp-server.js');
      return answerMcpRequest(request, { catalogs, baseUrl: hasPages ? request.baseUrl : '' });
    },
  };
}
