import { createMcpEndpoint } from '../../protocols/mcp/mcp-endpoint.js';
import { runAnsweringThread } from '../../server/threads/run-answering-thread.js';
import { createSite, type SiteOptions } from './create-site.js';

/** The options of the threads of `carrel serve`. */
interface AnsweringOptions extends SiteOptions {
  /** Whether the threads answer assistants at `/mcp`. */
  readonly mcp: boolean;
}

/* This module runs in the threads that `carrel serve --workers` starts. */

await runAnsweringThread(createSite, ({ pages, mcp }: AnsweringOptions) =>
  mcp ? createMcpEndpoint(pages) : undefined,
);
