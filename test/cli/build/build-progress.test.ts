import { describe, expect, it } from 'vitest';
import { buildProgress } from '../../../src/cli/build/build-progress.js';

describe('buildProgress', () => {
  it('shows the titles, the percentage and the time left', () => {
    expect(buildProgress({ titles: 12_000, share: 0.25, seconds: 4 })).toBe(
      '12,000 titles, 25 %, 12 s left',
    );
    expect(buildProgress({ titles: 12_000, share: 0.01, seconds: 4 })).toBe(
      '12,000 titles, 1 %, 7 min left',
    );
    expect(buildProgress({ titles: 12_000, share: 0.00025, seconds: 4 })).toBe(
      '12,000 titles, 0 %, 4 h 26 min left',
    );
  });

  it('omits the time left in the first second', () => {
    expect(buildProgress({ titles: 1, share: 0.25, seconds: 0.5 })).toBe('1 title, 25 %');
  });

  it('shows the titles per second if the share of the work is not known', () => {
    expect(buildProgress({ titles: 9000, share: undefined, seconds: 3 })).toBe(
      '9,000 titles, 3,000 per second',
    );
  });
});
