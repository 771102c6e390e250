import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ChangedTitles } from '../../../src/snapshot/changes/changed-source.js';
import { collectGarbage } from '../../../src/snapshot/file/shared-memory.js';
import { book } from '../../catalog/catalog-of.js';

/** Creates the changes of titles with the ids 1 and 2. */
const changedTitles = () => new ChangedTitles({ numberOf: (id) => ['1', '2'].indexOf(id) });

describe('Changed titles', () => {
  it('are returned as they were set last', () => {
    const titles = changedTitles();
    titles.set('2', book('2', 'Typee'));
    titles.set('3', { ...book('3', 'Ōmoo \u{1f40b}'), pages: 365, subjects: ['whales'] });
    titles.set('2', book('2', 'Mardi'));
    expect([...titles.ids()]).toEqual(['2', '3']);
    expect(titles.get('2')).toEqual(book('2', 'Mardi'));
    expect(titles.get('3')).toEqual({
      ...book('3', 'Ōmoo \u{1f40b}'),
      pages: 365,
      subjects: ['whales'],
    });
  });

  it('exist unless they were deleted last', () => {
    const titles = changedTitles();
    titles.set('1', undefined);
    titles.set('3', book('3', 'Omoo'));
    titles.set('3', undefined);
    titles.set('4', undefined);
    titles.set('4', book('4', 'Mardi'));
    const ids = ['1', '2', '3', '4', '5'];
    expect(ids.filter((id) => titles.has(id))).toEqual(['2', '4']);
    expect(ids.filter((id) => titles.hasChange(id))).toEqual(['1', '3', '4']);
    expect(ids.map((id) => titles.get(id)?.title)).toEqual([
      undefined,
      undefined,
      undefined,
      'Mardi',
      undefined,
    ]);
  });

  it('do not keep objects', async () => {
    const titles = changedTitles();
    const set = (id: string) => {
      const title = book(id, 'Typee');
      titles.set(id, title);
      return new WeakRef(title);
    };
    const reference = set('1');
    await setImmediate();
    collectGarbage();
    expect(reference.deref()).toBeUndefined();
    expect(titles.get('1')).toEqual(book('1', 'Typee'));
  });
});
