import { describe, expect, it } from 'vitest';
import { EMPTY_FREQUENCY_SET, FrequencySets } from '../../../src/search/segments/build-segment.js';

describe('FrequencySets', () => {
  it('returns the same number for the same fields and frequencies', () => {
    const sets = new FrequencySets();
    const twiceInTitle = sets.extend(EMPTY_FREQUENCY_SET, 0, 2);
    const alsoInNotes = sets.extend(twiceInTitle, 13, 1);
    expect(sets.extend(EMPTY_FREQUENCY_SET, 0, 2)).toBe(twiceInTitle);
    expect(sets.extend(twiceInTitle, 13, 1)).toBe(alsoInNotes);
    expect(sets.entriesOf(alsoInNotes)).toEqual([
      { field: 0, frequency: 2 },
      { field: 13, frequency: 1 },
    ]);
  });

  it('stores frequencies above 2^20 - 1 as 2^20 - 1, separate from frequencies in the next field', () => {
    const sets = new FrequencySets();
    const often = sets.extend(EMPTY_FREQUENCY_SET, 0, 2 ** 20 + 5);
    const elsewhere = sets.extend(EMPTY_FREQUENCY_SET, 1, 5);
    expect(sets.entriesOf(often)).toEqual([{ field: 0, frequency: 2 ** 20 - 1 }]);
    expect(sets.entriesOf(elsewhere)).toEqual([{ field: 1, frequency: 5 }]);
  });
});
