import { compareCodePoints } from '../../base/collation.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import type { Title } from '../../catalog/records/title.js';
import { openDocValuesColumnOf, openOrdFinder } from '../format/columns.js';
import { TITLE_SECTIONS } from '../format/title-sections.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** The name of a format, and the id of the title that names it. */
interface NamedFormat {
  readonly title: string;
  readonly name: string;
}

/**
 * Collects the names of formats. If several titles name a format, the format has the name in the title with
 * the lowest id.
 */
export function createFormatNames() {
  /** The name of each format in the added titles, by the id of the format in Unicode NFC. */
  const names = new Map<string, NamedFormat>();
  const namedByUnchanged = new Map<string, NamedFormat | undefined>();
  let unchanged: UnchangedTitles | undefined;
  const findUnchanged = (format: string) => {
    if (unchanged === undefined || namedByUnchanged.has(format))
      return namedByUnchanged.get(format);
    const found = findNamedFormat(unchanged, format);
    namedByUnchanged.set(format, found);
    return found;
  };
  return {
    addUnchanged(titles: UnchangedTitles): void {
      unchanged = titles;
    },
    add({ id: title, format: { id, name } }: Title): void {
      if (!name) return;
      const format = normalizeUnicode(id, 'NFC');
      const named = names.get(format);
      if (named === undefined || compareCodePoints(title, named.title) < 0) {
        names.set(format, { title, name });
      }
    },
    nameOf(format: string): string | undefined {
      const added = names.get(format);
      const kept = findUnchanged(format);
      if (added === undefined || kept === undefined) return (added ?? kept)?.name;
      return compareCodePoints(added.title, kept.title) < 0 ? added.name : kept.name;
    },
  };
}

/** Returns the name of a format in the unchanged title with the lowest id that names the format. */
function findNamedFormat(
  { sections, titles, numbers }: UnchangedTitles,
  format: string,
): NamedFormat | undefined {
  const section = TITLE_SECTIONS.column('title_format');
  const column = openDocValuesColumnOf(sections, section, titles.size);
  const ord = openOrdFinder(sections, section, column)(format);
  for (const number of column.select(numbers, [ord])) {
    const { name } = titles.pick(number, ['format']).format;
    if (name) return { title: titles.id(number), name };
  }
  return undefined;
}
