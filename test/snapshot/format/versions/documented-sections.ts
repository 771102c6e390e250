import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of `docs/internals/snapshot-format.md`. */
export const DOCUMENT = readFileSync(
  join(import.meta.dirname, '../../../../docs/internals/snapshot-format.md'),
  'utf8',
);

/** Returns the rows of all tables of the document between two headings. */
function tableRows(from: string, to: string): string[][] {
  const [, part] = DOCUMENT.split(`\n## ${from}\n`);
  return part
    .split(`\n## ${to}\n`)[0]
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
}

const withoutQuotes = (cell: string) => cell.replaceAll('`', '');

/** The fields of each part of a record in the document, in order. */
export const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  tableRows('Records of titles', 'Title keys')
    .filter(([part]) => part.startsWith('`'))
    .map(([part, fields]) => [withoutQuotes(part), withoutQuotes(fields).split(', ')]),
);

/** The sections of each structure in the document, by the name of the structure. */
const structures = new Map(
  DOCUMENT.split('\n## Structures\n')[1]
    .split('\n## ')[0]
    .split('\n### ')
    .slice(1)
    .map((text) => [
      text.split('\n', 1)[0].toLowerCase().replace(/s$/, ''),
      text
        .split('\n')
        .filter((line) => line.startsWith('| `.'))
        .map((line) => line.slice(2, -2).split(' | ')),
    ]),
);

/** A section or a pattern of sections in the document. */
export interface DocumentedSection {
  readonly pattern: RegExp;
  readonly name: string;
  readonly types: string;
  /** The number of elements, such as `titles + 1`. */
  readonly elements: string;
  /** Whether a structure can lack the section. */
  readonly isOptional: boolean;
}

/** All sections in the document. */
export const SECTIONS: readonly DocumentedSection[] = tableRows('Sections', 'Records of titles')
  .filter(([name]) => name.startsWith('`'))
  .flatMap(([quoted, contents, elements, meaning]) => {
    const name = withoutQuotes(quoted);
    const suffixes = structures.get(contents.replace(/s$/, '')) ?? [['', contents, 'n', meaning]];
    return suffixes.map(([suffix, types, count, meaningOfPart = '']) => {
      const full = `${name}${withoutQuotes(suffix)}`;
      const pattern = new RegExp(
        `^${full.replaceAll('.', '\\.').replace(/<(narrowing|sort|field|kind)>/, '\\w+')}$`,
      );
      return {
        pattern,
        name: full,
        types,
        elements: count.replace(/^n\b/, elements),
        isOptional: meaningOfPart.includes('missing if '),
      };
    });
  });
