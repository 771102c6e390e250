import { describe, expect, it } from 'vitest';
import { importProgress } from '../../../src/cli/build/import-progress.js';

describe('The progress of an import', () => {
  it('shows titles, rate, percentage and remaining time', () => {
    expect(importProgress({ titles: 12_000, bytesRead: 25, size: 100, seconds: 4 })).toBe(
      '12,000 titles, 3,000 per second, 25 %, 12 s left',
    );
    expect(importProgress({ titles: 12_000, bytesRead: 1, size: 100, seconds: 4 })).toBe(
      '12,000 titles, 3,000 per second, 1 %, 7 min left',
    );
    expect(importProgress({ titles: 12_000, bytesRead: 1, size: 4000, seconds: 4 })).toBe(
      '12,000 titles, 3,000 per second, 0 %, 4 h 26 min left',
    );
  });

  it('shows no rate and no remaining time in the first second, and no remaining time at the end', () => {
    expect(importProgress({ titles: 1, bytesRead: 25, size: 100, seconds: 0.5 })).toBe(
      '1 title, 25 %',
    );
    expect(importProgress({ titles: 9000, bytesRead: 100, size: 100, seconds: 3 })).toBe(
      '9,000 titles, 3,000 per second, 100 %',
    );
  });

  it('shows no percentage if the size of the input is not known', () => {
    expect(importProgress({ titles: 9000, bytesRead: 100, size: undefined, seconds: 3 })).toBe(
      '9,000 titles, 3,000 per second',
    );
  });
});
