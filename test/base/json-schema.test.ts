import { expect, it } from 'vitest';
import { schemaCheck } from '../../src/base/json-schema.js';
import { openStrings } from '../../src/snapshot/format/records.js';
import { RECORD_SCHEMAS, schemaErrors } from '../../src/snapshot/source/record-checker.js';
import { SEED } from '../random-seed.js';
import { everySection } from '../snapshot/fuzzing/every-section.js';
import { createRandom, mutateText } from '../snapshot/fuzzing/mutations.js';

/** The number of changes of each record. */
const CHANGES = 200;

const SECTIONS = {
  users: 'users.record',
  userContent: 'user_content.record',
  lists: 'lists.record',
};

it('A schema check accepts the same changed records as the check of sources, except for unknown fields', () => {
  const sections = everySection();
  const random = createRandom(SEED);
  const outcomes = { true: 0, false: 0 };
  for (const [kind, section] of Object.entries(SECTIONS) as [keyof typeof SECTIONS, string][]) {
    const schema = RECORD_SCHEMAS[kind];
    const check = schemaCheck(schema);
    const { size, get } = openStrings(sections, section);
    for (let i = 0; i < size * CHANGES; i++) {
      const json = mutateText(get(i % size), random);
      let record: unknown;
      try {
        record = JSON.parse(json);
      } catch {
        continue;
      }
      const isAccepted = schemaErrors(record, schema).every(
        ({ keyword }) => keyword === 'additionalProperties',
      );
      expect([json, check(record)]).toEqual([json, isAccepted]);
      outcomes[`${isAccepted}`]++;
    }
  }
  expect(outcomes.true).toBeGreaterThan(50);
  expect(outcomes.false).toBeGreaterThan(50);
});

it('A schema check rejects values that are nested too deeply', () => {
  const check = schemaCheck(RECORD_SCHEMAS.titles);
  const title = { id: '1', title: 'Emma', format: { id: 'BK' } };
  let extra: object = {};
  for (let depth = 0; depth < 400; depth++) extra = { extra };
  expect(check({ ...title, extra })).toBe(true);
  for (let depth = 0; depth < 400; depth++) extra = { extra };
  expect(check({ ...title, extra })).toBe(false);
});
