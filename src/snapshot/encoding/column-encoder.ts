import {
  createDocValuesColumnBuilder,
  type DocValuesColumn,
  mergeDocValues,
  openDocValuesColumn,
  sortDocValues,
} from '../../search/index.js';
import {
  addDocValuesColumn,
  copyDocValuesColumn,
  openDocValuesColumnOf,
} from '../format/columns.js';
import type { SectionWriter } from '../format/container/sections.js';
import type { TitleNumbers } from './titles-part-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** An encoded column. */
export interface EncodedColumn {
  readonly column: DocValuesColumn;
  /** The column of the titles before the changes, if there are unchanged titles. */
  readonly before: DocValuesColumn | undefined;
}

/** Options of {@link ColumnEncoder.finish}. */
interface ColumnOptions {
  /** Returns the sort key of a value: see `DocValuesColumnBuilder.build`. */
  readonly keyOf: (value: string) => string;
  /** Whether values can have other keys than before the changes. Default: false. */
  readonly hasNewKeys?: boolean;
}

/** Encodes the values of titles in one column. Takes over the values of unchanged titles without decoding them. */
export class ColumnEncoder {
  private readonly builder = createDocValuesColumnBuilder();
  private unchanged: UnchangedTitles | undefined;

  /** @param name the name of the sections of the column */
  constructor(private readonly name: string) {}

  /** Takes over unchanged titles. Must be called before {@link add}, at most once. */
  addUnchanged(unchanged: UnchangedTitles): void {
    this.unchanged = unchanged;
  }

  /** Adds the values of the next title. */
  add(values: readonly string[]): void {
    this.builder.add(values);
  }

  /** Writes the sections of the column. If no title has other values than before the changes, they are the same arrays. */
  finish(
    sections: SectionWriter,
    numbers: TitleNumbers,
    { keyOf, hasNewKeys = false }: ColumnOptions,
  ): EncodedColumn {
    const { builder, name, unchanged } = this;
    if (unchanged === undefined) {
      const data = builder.build(keyOf, numbers.docIds);
      addDocValuesColumn(sections, name, data);
      return { column: openDocValuesColumn(data), before: undefined };
    }
    const before = openDocValuesColumnOf(unchanged.sections, name, unchanged.titles.size);
    const sorted = hasNewKeys ? sortDocValues(before.data, keyOf) : before.data;
    const data = mergeDocValues([sorted, builder.build(keyOf)], numbers, keyOf);
    if (data === before.data) {
      copyDocValuesColumn(unchanged.sections, sections, name);
      return { column: before, before };
    }
    addDocValuesColumn(sections, name, data);
    return { column: openDocValuesColumn(data), before };
  }
}
