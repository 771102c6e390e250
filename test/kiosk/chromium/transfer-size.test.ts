import { expect, it } from 'vitest';
import { openedCatalog } from '../../shared-data.js';
import { describeInChromium, openTestScreen, useChromium } from './chromium.js';

const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
const MAX_BYTES = 80_000;

useChromium();

describeInChromium('a first visit', () => {
  it.each(['/', '/?library=alderwick', '/search?library=alderwick&q=sea', '/item/show/0000001101'])(
    'transfers less than 80 kB of response headers and bodies, including assets: %s',
    async (url) => {
      const { page, show } = await openTestScreen(
        catalogs,
        {},
        { viewport: { width: 1280, height: 900 } },
      );
      const sizes: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        const size = request.sizes();
        sizes.push(
          size.then(({ responseBodySize, responseHeadersSize }) => {
            return responseBodySize + responseHeadersSize;
          }),
        );
      });
      await show(url);
      await page.waitForLoadState('networkidle');
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(sizes.length).toBeGreaterThan(4);
      expect(total).toBeLessThan(MAX_BYTES);
    },
  );
});
