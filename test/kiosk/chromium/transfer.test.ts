import { expect, it } from 'vitest';
import { openedCatalog } from '../../shared-data.js';
import { inChromium, screen, useChromium } from './chromium.js';

const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
const MOST = 60 * 1024;

useChromium();

inChromium('A first visit', () => {
  it.each(['/', '/?library=alderwick', '/search?library=alderwick&q=sea', '/item/show/0000001101'])(
    'transfers less than 60 KB with everything, headers included: %s',
    async (address) => {
      const { page, show } = await screen(catalogs, {}, { viewport: { width: 1280, height: 900 } });
      const sizes: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        const size = request.sizes();
        sizes.push(
          size.then(({ responseBodySize, responseHeadersSize }) => {
            return responseBodySize + responseHeadersSize;
          }),
        );
      });
      await show(address);
      await page.waitForLoadState('networkidle');
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(sizes.length).toBeGreaterThan(4);
      expect(total).toBeLessThan(MOST);
    },
  );
});
