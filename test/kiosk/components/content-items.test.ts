import { expect, it } from 'vitest';
import { stars } from '../../../src/kiosk/components/lists-and-content.js';
import { languageOf } from '../../../src/kiosk/language.js';
import { textOf } from '../create-page-client.js';

it.each([
  [4.8, 48, ' 4.8 out of 5 '],
  [4.5, 45, ' 4.5 out of 5 '],
  [5, 50, ' 5 out of 5 '],
  [0, 0, ' 0 out of 5 '],
  [7, 50, ' 7 out of 5 '],
  [-1, 0, ' -1 out of 5 '],
])('A rating of %s fills %s of 50 units of five stars', (rating, width, text) => {
  const { markup } = stars(rating, languageOf('en-CA'));
  expect(markup).toContain('viewBox="0 0 50 10" aria-hidden="true"');
  expect(/<svg width="(\d+)">/.exec(markup)?.[1]).toBe(String(width));
  expect(markup.match(/z/g)).toHaveLength(10);
  expect(textOf(markup)).toBe(text);
});
