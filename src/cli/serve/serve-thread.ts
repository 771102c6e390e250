import { createKiosk } from '../../kiosk/create-kiosk.js';
import type { KioskOptions } from '../../kiosk/page-view.js';
import { createMcpEndpoint } from '../../protocols/mcp/mcp-endpoint.js';
import { runAnsweringThread } from '../../server/threads/run-answering-thread.js';

/** The options of the threads of `carrel serve`. */
export interface AnsweringOptions {
  /** Whether the threads serve web pages. */
  readonly pages: boolean;
  /** Whether the threads answer assistants at `/mcp`. */
  readonly mcp: boolean;
  /** Options for web pages. */
  readonly kiosk: KioskOptions;
}

/* This module runs in the threads that `carrel serve --workers` starts. */

runAnsweringThread(
  ({ pages, kiosk }: AnsweringOptions) => (pages ? createKiosk(kiosk) : undefined),
  ({ pages, mcp }) => (mcp ? createMcpEndpoint(pages) : undefined),
);
