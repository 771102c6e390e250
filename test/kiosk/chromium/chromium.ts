import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { beforeAll, describe, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createKiosk } from '../../../src/kiosk/create-kiosk.js';
import type { KioskOptions } from '../../../src/kiosk/page-view.js';
import { startServer } from '../../../src/server/server.js';
import { isOnSite } from '../../long-tests.js';
import { installSite, writeTestSite } from './open-site.js';

/** The path of Chromium. Default: the path in Debian's package. */
const CHROMIUM_PATH = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The command line options of Chromium in tests. */
const CHROMIUM_OPTIONS = [
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

/** A step in a browser waits as long as a busy machine may need. */
const STEP_TIMEOUT_MS = 120_000;

let browser: Browser | undefined;

/** Launches the browser of this process before the tests of a file. All files of the process use the same browser. */
export function useChromium(): void {
  beforeAll(async () => {
    if (isInstalled && !browser?.isConnected()) {
      browser = await chromium.launch({
        executablePath: CHROMIUM_PATH,
        args: CHROMIUM_OPTIONS,
        timeout: STEP_TIMEOUT_MS,
      });
    }
  }, STEP_TIMEOUT_MS);
}

/** Opens a context of the browser. The caller must close it. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (browser === undefined) throw new Error('browser: expected useChromium() before the tests');
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  return context;
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

/** Opens a browser page on a server for catalogs, or on a site of the catalogs. The caller must call `close`. */
export async function openScreen(
  catalogs: readonly Catalog[],
  kiosk: KioskOptions = {},
  browsing: BrowserContextOptions = {},
): Promise<Screen> {
  const { baseUrl, context, close } = await (isOnSite ? openOnSite : openOnServer)(
    catalogs,
    kiosk,
    { locale: 'en-US', ...browsing },
  );
  const page = await context.newPage();
  if (isOnSite && browsing.javaScriptEnabled === false) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  }
  return {
    page,
    baseUrl,
    show: async (url) => {
      await page.goto(baseUrl + url);
    },
    close: async () => {
      await context.close();
      await close();
    },
  };
}

/** A browser context, and the address of the pages to show in it. */
interface Opened {
  readonly baseUrl: string;
  readonly context: BrowserContext;
  /** Stops the server of the pages. */
  close(): Promise<void>;
}

async function openOnServer(
  catalogs: readonly Catalog[],
  kiosk: KioskOptions,
  browsing: BrowserContextOptions,
): Promise<Opened> {
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
  const context = await openContext(browsing);
  return { baseUrl: server.baseUrl, context, close: () => server.close() };
}

async function openOnSite(
  catalogs: readonly Catalog[],
  kiosk: KioskOptions,
  browsing: BrowserContextOptions,
): Promise<Opened> {
  // The first page of the site needs JavaScript.
  const context = await openContext({ ...browsing, javaScriptEnabled: true });
  const baseUrl = await installSite(context, await writeTestSite(catalogs, kiosk));
  return { baseUrl, context, close: async () => {} };
}
