import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { startServer } from '../../../src/http/server/server.js';
import { createKiosk } from '../../../src/kiosk/kiosk.js';
import type { KioskOptions } from '../../../src/kiosk/page-view.js';

/** The path of Chromium. Default: the path in Debian's package. */
export const CHROMIUM_PATH = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The command line options of Chromium in tests. */
export const CHROMIUM_OPTIONS = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

const isInstalled = existsSync(CHROMIUM_PATH);
if (!isInstalled) {
  const message = `${CHROMIUM_PATH}: expected Chromium, found nothing; install Debian's package chromium, or set CHROMIUM to its path`;
  // CI sets this variable, so a missing browser fails the tests.
  if (process.env.CI_CHROMIUM === 'required') throw new Error(message);
  process.stderr.write(`${message}. Skipping the browser tests.\n`);
}

/** Declares a suite of browser tests, like `describe`. Skips the tests if Chromium is not installed. */
export const describeInChromium = describe.skipIf(!isInstalled);

let browser: Browser;

/** Launches a browser before the tests of a file, and closes the browser after them. */
export function useChromium(): void {
  beforeAll(async () => {
    if (isInstalled)
      browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_OPTIONS });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });
}

/** A browser page, and the server whose pages it shows. */
export interface Screen {
  readonly page: Page;
  readonly baseUrl: string;
  /** Opens a path and query of the site. */
  show(url: string): Promise<void>;
  /** Closes the browser context and the server. */
  close(): Promise<void>;
}

/** Calls {@link openScreen}, and closes the screen when the test is finished. */
export async function openTestScreen(...args: Parameters<typeof openScreen>): Promise<Screen> {
  const screen = await openScreen(...args);
  onTestFinished(() => screen.close());
  return screen;
}

/** Starts a server for catalogs and opens a browser page. The caller must call `close`. */
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
    show: async (url) => {
      await page.goto(server.baseUrl + url);
    },
    close: async () => {
      await context.close();
      await server.close();
    },
  };
}
