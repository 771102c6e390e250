import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLUMN_FIELDS, fieldOfColumn } from '../../src/import/csv/column-fields.js';
import { HOLDING_STATUSES } from '../../src/import/holdings/holdings-profile.js';
import { KNOWN_PROFILES } from '../../src/import/holdings/known-profiles.js';
import type { FieldRule, FixedFieldRule } from '../../src/import/mapping/field-rules.js';
import { EVIDENCE_TAGS } from '../../src/import/mapping/format.js';
import {
  EVIDENCE_RULES,
  FORMATS,
  FORMATS_OF_ANY_CONTENT,
} from '../../src/import/mapping/format-rules.js';
import { FIELD_RULES, FIXED_FIELD_RULES } from '../../src/import/mapping/marc21-rules.js';
import {
  UNIMARC_FIELD_RULES,
  UNIMARC_FIXED_FIELD_RULES,
} from '../../src/import/mapping/unimarc-rules.js';

const [PAGE, MAPPING_PAGE, UNIMARC_PAGE] = [
  'marc-and-spreadsheets.md',
  'marc-mapping.md',
  'unimarc.md',
].map((name) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8'));

/** Returns the rows of the only table in a section, without the header row. */
function tableUnder(heading: string, page = MAPPING_PAGE): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
}

/** Returns the words in the first cell of a row. */
function firstCell(line: string): string[] {
  return line.split('|')[1].trim().split(' ');
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns the accepted values of an indicator as the page lists them. */
function indicator(which: string, allowed: string | undefined): string[] {
  if (allowed === undefined) return [];
  const names: Readonly<Record<string, string>> = { ' ': 'blank', '|': '\\|' };
  const values = [...allowed].map((value) => names[value] ?? value);
  return [`${which} ${values.join(', ')}`];
}

/** Returns the rows for rules for data fields. */
function fieldRows(rules: readonly FieldRule[]): string[] {
  return rules.map(({ fields, indicator1, indicator2, subfields, becomes, remark = '' }) => {
    const indicators = [...indicator('1st', indicator1), ...indicator('2nd', indicator2)];
    return row(fields, indicators.join('; '), [...subfields].join(' '), becomes, remark);
  });
}

/** Returns the rows for rules for fixed positions. */
function fixedFieldRows(rules: readonly FixedFieldRule[]): string[] {
  return rules.map(({ positions, becomes, remark = '' }) => row(positions, becomes, remark));
}

describe('docs/unimarc.md', () => {
  it('lists every rule', () => {
    expect(tableUnder('Coded data', UNIMARC_PAGE)).toEqual(
      fixedFieldRows(UNIMARC_FIXED_FIELD_RULES),
    );
    expect(tableUnder('Fields of UNIMARC', UNIMARC_PAGE)).toEqual(fieldRows(UNIMARC_FIELD_RULES));
  });
});

describe('docs/marc-and-spreadsheets.md and docs/marc-mapping.md', () => {
  it('lists every rule for fixed-length data elements', () => {
    expect(tableUnder('Fixed-length data elements')).toEqual(fixedFieldRows(FIXED_FIELD_RULES));
  });

  it('lists every rule for fields', () => {
    expect(tableUnder('Fields')).toEqual(fieldRows(FIELD_RULES));
  });

  it('lists the evidence for each content and carrier with its weight', () => {
    const evidence = new Map<string, string[]>();
    for (const { where, such, content, carrier, weight } of EVIDENCE_RULES) {
      for (const meaning of [content ?? [], carrier ?? []].flat()) {
        const cell = `${where.replaceAll(';', ',')} \`${such.replaceAll('`', '')}\` (${weight})`;
        evidence.set(meaning, [...(evidence.get(meaning) ?? []), cell]);
      }
    }
    expect(tableUnder('Formats')).toEqual(
      [...evidence].map(([meaning, cells]) => row(meaning, cells.join('; '))),
    );
  });

  it('lists the format of each content on each carrier', () => {
    const formats = Object.entries({ any: FORMATS_OF_ANY_CONTENT, ...FORMATS });
    expect(tableUnder('Content and carriers')).toEqual(
      formats.map(([content, byCarrier]) => {
        const cells = Object.entries(byCarrier).map(([carrier, id]) =>
          carrier === '*' ? `otherwise ${id}` : `${carrier} ${id}`,
        );
        return row(content, cells.join(', '));
      }),
    );
  });

  it('gives no reason for the loss of a field that is used', () => {
    const used = new Set([
      ...FIELD_RULES.flatMap(({ fields }) => fields.split(' ')),
      ...EVIDENCE_TAGS,
    ]);
    const unused = tableUnder('Fields that no rule uses').flatMap(firstCell);
    expect(unused.length).toBeGreaterThan(30);
    expect(unused.filter((tag) => used.has(tag))).toEqual([]);
  });

  it('lists every holdings profile', () => {
    expect(tableUnder('Holdings', PAGE)).toEqual(
      KNOWN_PROFILES.map(({ name, systems, profile }) =>
        row(
          name,
          systems,
          profile.field,
          profile.branch,
          profile.collection ?? '',
          profile.call_number ?? '',
          profile.volume ?? '',
          profile.barcode ?? '',
          profile.acquired ?? '',
        ),
      ),
    );
  });

  it('names every status that a holdings profile can assign', () => {
    for (const status of HOLDING_STATUSES) expect(PAGE).toContain(`"${status}"`);
  });

  it('names every field that a spreadsheet column can hold', () => {
    const section = PAGE.split(/^## /m).find((text) => text.startsWith('Spreadsheets')) ?? '';
    for (const field of COLUMN_FIELDS) {
      expect(section).toMatch(new RegExp(`\\b${field}\\b`));
      expect(fieldOfColumn(field)).toBe(field);
    }
  });
});
