import { describe, expect, it } from 'vitest';
import {
  NO_SIGNATURE,
  SignatureDictionary,
} from '../../../src/search/building/signature-dictionary.js';

describe('A dictionary of signatures', () => {
  it('has one number for one combination of fields and frequencies', () => {
    const dictionary = new SignatureDictionary();
    const twiceInTitle = dictionary.extend(NO_SIGNATURE, 0, 2);
    const andInNotes = dictionary.extend(twiceInTitle, 13, 1);
    expect(dictionary.extend(NO_SIGNATURE, 0, 2)).toBe(twiceInTitle);
    expect(dictionary.extend(twiceInTitle, 13, 1)).toBe(andInNotes);
    expect(dictionary.entriesOf(andInNotes)).toEqual([
      { field: 0, frequency: 2 },
      { field: 13, frequency: 1 },
    ]);
  });

  it('does not take what stands a million times in one field for something of the next', () => {
    const dictionary = new SignatureDictionary();
    const often = dictionary.extend(NO_SIGNATURE, 0, 2 ** 20 + 5);
    const elsewhere = dictionary.extend(NO_SIGNATURE, 1, 5);
    expect(dictionary.entriesOf(often)).toEqual([{ field: 0, frequency: 2 ** 20 - 1 }]);
    expect(dictionary.entriesOf(elsewhere)).toEqual([{ field: 1, frequency: 5 }]);
  });
});
