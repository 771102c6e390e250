import { describe, expect, it } from 'vitest';
import { isStopWord } from '../../../src/search/analysis/stop-words.js';

describe('isStopWord', () => {
  it.each(['the', 'of', 'and', 'der', 'und', 'les', 'y', 'het', 'och', 'и', 'και', 'في'])(
    'returns true for %s',
    (term) => expect(isStopWord(term)).toBe(true),
  );

  it.each(['hobbit', 'history', 'war', 'not', '1984', 'книга', '東京', ''])(
    'returns false for %j',
    (term) => expect(isStopWord(term)).toBe(false),
  );
});
