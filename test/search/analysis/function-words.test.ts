import { describe, expect, it } from 'vitest';
import { isFunctionWord } from '../../../src/search/analysis/function-words.js';

describe('Function words', () => {
  it.each(['the', 'of', 'and', 'der', 'und', 'les', 'y', 'het', 'och', 'и', 'και', 'في'])(
    'count %s among them',
    (term) => expect(isFunctionWord(term)).toBe(true),
  );

  it.each(['hobbit', 'history', 'war', 'not', '1984', 'книга', '東京', ''])(
    'do not count %s among them',
    (term) => expect(isFunctionWord(term)).toBe(false),
  );
});
