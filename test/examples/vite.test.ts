import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer, type InlineConfig, preview } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { describeInChromium, openContext, useChromium } from '../kiosk/chromium/chromium.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

/** Returns a configuration whose public folder contains a demo snapshot. */
async function configure(): Promise<InlineConfig> {
  const directory = scratchDirectory();
  const publicDir = join(directory, 'public');
  mkdirSync(publicDir);
  await buildSnapshot(join(DEMO, 'alderwick'), join(publicDir, 'alderwick.snapshot'));
  return {
    configFile: false,
    logLevel: 'silent',
    root: join(import.meta.dirname, 'vite'),
    publicDir,
    cacheDir: join(directory, 'cache'),
    build: { outDir: join(directory, 'dist') },
  };
}

/** The commands of Vite that serve the example, each with a function that does the same. */
const COMMANDS = {
  async vite(config: InlineConfig) {
    const server = await createServer(config);
    return await server.listen(0);
  },
  async 'vite build && vite preview'(config: InlineConfig) {
    await build(config);
    return await preview({ ...config, preview: { port: 0 } });
  },
};

useChromium();

describeInChromium('The example of a catalog in a web page', () => {
  it.each(Object.entries(COMMANDS))('searches and narrows with %s', async (_, serve) => {
    const server = await serve(await configure());
    onTestFinished(() => server.close());
    const context = await openContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.getByText('405 titles').waitFor();

    await page.getByRole('searchbox').fill('moby dick');
    await page.getByRole('button').click();
    await page.getByText('6 found').waitFor();
    expect(await page.getByRole('listitem').first().textContent()).toBe(
      'Moby-Dick, Herman Melville',
    );
    const formats = await page.getByRole('option').allTextContents();
    const [, name, count] = /^(.*) \((\d)\)$/.exec(formats[1]) ?? [];
    expect(Number(count)).toBeLessThan(6);

    await page.getByRole('combobox').selectOption(formats[1]);
    await page.getByRole('button').click();
    await page.getByText(`${count} found`).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(Number(count));
    // The other formats keep their counts.
    expect(await page.getByRole('option').allTextContents()).toEqual(formats);
    expect(await page.getByRole('combobox').locator('option:checked').textContent()).toContain(
      name,
    );
  });
});
