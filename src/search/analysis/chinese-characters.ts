import { lazy } from '../../base/lazy.js';
import CHINESE_CHARACTERS from './chinese-characters.json' with { type: 'json' };

/**
 * By traditional Chinese character: its simplified form. Each line of the table lists simplified characters, each followed by
 * its traditional forms. Derived from the fields kSimplifiedVariant and kTraditionalVariant of the Unihan database 15.0
 * (© Unicode, Inc., under the Unicode License), with frequent variants that these fields lack. Only characters of the Basic
 * Multilingual Plane.
 */
const traditionalToSimplified = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      CHINESE_CHARACTERS.flatMap((line) => line.split(' ')).flatMap(
        ([simplified, ...traditional]) =>
          traditional.map((character) => [character, simplified] as const),
      ),
    ),
);

const IDEOGRAPHS = /[\u3400-\u9fff]/g;

/**
 * Replaces each traditional Chinese character by its simplified form. A simplified character may have several
 * traditional forms, which become equal. Other characters, such as those that only Japanese uses, are kept.
 *
 * @example simplifyChinese('紅樓夢') // '红楼梦'
 */
export function simplifyChinese(text: string): string {
  return text.replace(
    IDEOGRAPHS,
    (character) => traditionalToSimplified().get(character) ?? character,
  );
}
