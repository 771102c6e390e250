import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');

/** The source files, in which a text that is divided into `'a' + 'b'` is joined to `'ab'`. */
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8').replace(/['`] \+\s+['`]/g, ''));

/** The messages in the first column of the tables, in which `...` stands for any text. */
const messages = [...PAGE.matchAll(/^\| `(.+?)` \|/gm)]
  .map(([, message]) => message)
  .filter((message) => /expected|found|use /.test(message));

/** Returns the fixed texts of a message, without the places where `...` stands for any text. */
function fixedTexts(message: string): string[] {
  return message.split('...').filter((text) => text.trim().length > 1);
}

describe('The page about troubleshooting', () => {
  it('has messages of each part of the product', () => {
    expect(messages.length).toBeGreaterThan(40);
    expect(PAGE.match(/^## /gm)).toHaveLength(6);
  });

  it.each(messages)('quotes a message that a source file contains: %s', (message) => {
    const texts = fixedTexts(message);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join('').length, 'characters that are compared').toBeGreaterThan(10);
    const isIn = (source: string) => texts.every((text) => source.includes(text));
    expect(sources.filter(isIn)).not.toEqual([]);
  });

  it('does not accept a message that no source file contains', () => {
    const isIn = (source: string) =>
      fixedTexts('...: expected a snapshot, found a whale').every((text) => source.includes(text));
    expect(sources.filter(isIn)).toEqual([]);
  });
});
