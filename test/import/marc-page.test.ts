import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLUMN_FIELDS, fieldOfColumn } from '../../src/import/csv/column-fields.js';
import { COPY_STATUSES } from '../../src/import/holdings/holdings-profile.js';
import { KNOWN_PROFILES } from '../../src/import/holdings/known-profiles.js';
import { CODED_RULES, FIELD_RULES } from '../../src/import/mapping/field-table.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../.github/docs/marc.md'), 'utf8');

/** The rows of the table under a heading, without its head. */
function tableUnder(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** What a rule asks of an indicator. */
function indicator(which: string, allowed: string | undefined): string[] {
  if (allowed === undefined) return [];
  const values = [...allowed].map((value) => (value === ' ' ? 'blank' : value));
  return [`${which} ${values.join(', ')}`];
}

describe('the page about MARC', () => {
  it('has a row for each rule about coded facts', () => {
    expect(tableUnder('Facts at fixed positions')).toEqual(
      CODED_RULES.map(({ positions, becomes, remark = '' }) => row(positions, becomes, remark)),
    );
  });

  it('has a row for each rule about fields', () => {
    expect(tableUnder('Fields')).toEqual(
      FIELD_RULES.map(({ fields, indicator1, indicator2, subfields, becomes, remark = '' }) => {
        const indicators = [...indicator('1st', indicator1), ...indicator('2nd', indicator2)];
        return row(fields, indicators.join('; '), [...subfields].join(' '), becomes, remark);
      }),
    );
  });

  it('has a row for each profile of copies', () => {
    expect(tableUnder('Copies')).toEqual(
      KNOWN_PROFILES.map(({ name, systems, profile }) =>
        row(
          name,
          systems,
          profile.field,
          profile.branch,
          profile.collection ?? '',
          profile.call_number ?? '',
          profile.acquired ?? '',
        ),
      ),
    );
  });

  it('names every status that a profile can tell', () => {
    for (const status of COPY_STATUSES) expect(PAGE).toContain(`"${status}"`);
  });

  it('names every field that a column can hold', () => {
    const section = PAGE.split(/^## /m).find((text) => text.startsWith('Spreadsheets')) ?? '';
    for (const field of COLUMN_FIELDS) {
      expect(section).toMatch(new RegExp(`\\b${field}\\b`));
      expect(fieldOfColumn(field)).toBe(field);
    }
  });
});
