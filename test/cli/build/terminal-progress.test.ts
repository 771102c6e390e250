import { describe, expect, it } from 'vitest';
import { terminalProgress } from '../../../src/cli/build/terminal-progress.js';

function screen(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { written, progress: terminalProgress({ isTTY, write } as never) };
}

describe('The progress line', () => {
  it('replaces the current line of a terminal, and is removed at the end', () => {
    const { written, progress } = screen(true);
    progress.show(() => 'reading 1 titles');
    progress.clear();
    expect(written).toEqual(['\r\u001b[Kreading 1 titles', '\r\u001b[K']);
  });

  it('is neither updated nor formatted for every title', () => {
    const { written, progress } = screen(true);
    let formatted = 0;
    for (let n = 0; n < 1000; n++) {
      progress.show(() => {
        formatted++;
        return `reading ${n} titles`;
      });
    }
    expect(formatted).toBeLessThan(500);
    expect(written).toHaveLength(formatted);
  });

  it('is not written to a pipe', () => {
    const { written, progress } = screen(false);
    progress.show(() => expect.fail('formatted'));
    progress.clear();
    expect(written).toEqual([]);
  });
});
