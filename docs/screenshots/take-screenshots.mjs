// Takes the screenshots of the README from the demo library alderwick. `npm run screenshots` compiles the
// project and runs this script. Requires Chromium at /usr/bin/chromium, or at the path in the environment
// variable CHROMIUM.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createRequestListener } from '../../dist/http/index.js';
import { openCatalog } from '../../dist/index.js';
import { createKiosk } from '../../dist/kiosk/index.js';

const HERE = import.meta.dirname;
const SCREENSHOTS = [
  {
    name: 'search.png',
    address: '/search?q=sea&locale=en-CA',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  },
  {
    name: 'title.png',
    address: '/item/show/0000001101?locale=en-CA',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
  },
];

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
server.on(
  'request',
  createRequestListener({
    catalogs: [openCatalog(join(HERE, '../../data/alderwick'))],
    apiKeys: ['demo'],
    baseUrl,
    site: createKiosk({ branch: 'HILL' }),
  }),
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
for (const { name, address, ...browsing } of SCREENSHOTS) {
  const page = await browser.newPage(browsing);
  await page.goto(baseUrl + address, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(HERE, name) });
}
await browser.close();
server.closeAllConnections();
server.close();
