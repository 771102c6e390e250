import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { startServer } from '../../../src/http/server.js';
import { createKiosk } from '../../../src/kiosk/kiosk.js';
import type { KioskOptions } from '../../../src/kiosk/options.js';

/** Where Debian's package puts it. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

const isThere = existsSync(EXECUTABLE);
if (!isThere) {
  const wanted = `There is no Chromium at ${EXECUTABLE}; wanted Debian's package chromium, or its path in CHROMIUM.`;
  // The pipeline has it, and must not pass without it.
  if (process.env.CI_CHROMIUM === 'required') throw new Error(wanted);
  process.stderr.write(`${wanted} The tests in a browser are skipped.\n`);
}

/** Describes what happens in a real browser; skipped where there is none. */
export const inChromium = describe.skipIf(!isThere);

let browser: Browser;

/** Opens a browser for the tests of a file. */
export function useChromium(): void {
  beforeAll(async () => {
    if (isThere) browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });
}

/** A browser's page in front of a served catalog. */
export interface Screen {
  readonly page: Page;
  readonly baseUrl: string;
  /** Goes to an address of the site. */
  show(address: string): Promise<void>;
  close(): Promise<void>;
}

/** Serves catalogs with their pages, and opens a browser's page on them until the test is over. */
export async function screen(...args: Parameters<typeof openScreen>): Promise<Screen> {
  const opened = await openScreen(...args);
  onTestFinished(() => opened.close());
  return opened;
}

/** Serves catalogs with their pages, and opens a browser's page on them until it is closed. */
export async function openScreen(
  catalogs: readonly Catalog[],
  kiosk: KioskOptions = {},
  browsing: BrowserContextOptions = {},
): Promise<Screen> {
  const server = await startServer({
    catalogs,
    apiKeys: ['demo'],
    port: 0,
    host: '127.0.0.1',
    site: createKiosk(kiosk),
    onError: (error) => {
      throw error;
    },
  });
  const context = await browser.newContext({ locale: 'en-US', ...browsing });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return {
    page,
    baseUrl: server.baseUrl,
    show: async (address) => {
      await page.goto(server.baseUrl + address);
    },
    close: async () => {
      await context.close();
      await server.close();
    },
  };
}
