/*
 * Checks one change like a record of a source: its form, its schema, and its library and time. `changed-source.ts`
 * checks whether the records that a change refers to exist. `change.ts` has the types of changes.
 */

import { parseInstant } from '../../base/instant.js';
import { describe } from '../../base/messages.js';
import { extraProblems } from '../../catalog/extra-field-problems.js';
import type { Library } from '../../catalog/records/library.js';
import {
  CHANGE_SCHEMAS,
  checkHoldings,
  contentProblems,
  limitProblem,
  listProblems,
  recordChecker,
  titleLengthProblem,
} from '../source/record-checker.js';
import type { Problems } from '../source/source.js';
import type { Change, ChangedKind } from './change.js';

/** The result of the check of one change. */
export type CheckedChange = { readonly status: 'valid'; readonly change: Change } | RefusedChange;

/** A change that is not applied. */
type RefusedChange =
  | {
      readonly status: 'invalid';
      /** The problem, such as `record.format.id: expected a non-empty string, found nothing`. */
      readonly problem: string;
    }
  /** The change is older than the snapshot, which contains it. */
  | { readonly status: 'superseded' }
  | ChangeOfOtherLibrary;

export interface ChangeOfOtherLibrary {
  readonly status: 'other-library';
}

/** Options of {@link createChangeChecker}. */
export interface ChangeCheckerOptions {
  /** The name of the changes in warnings, such as the path of their file. Default: `changes`. */
  readonly name?: string;
  /** Receives warnings about unknown fields, branches and holding statuses. Default: none are reported. */
  readonly warn?: Problems['warn'];
}

/**
 * Creates a function that checks changes of the catalog of a library. The function checks a record like a record of a
 * source: it omits unknown fields, and replaces unknown holding statuses with UNAVAILABLE. It does not check whether
 * the users and titles exist that a change refers to.
 *
 * @returns a function that receives a value, such as a parsed line of a changes file
 * @example
 * const check = createChangeChecker(catalog.library);
 * check({ op: 'holdings', title: '1', holdings: 5 });
 * // { status: 'invalid', problem: 'holdings: expected an array, found the number 5' }
 */
export function createChangeChecker(
  library: Library,
  { name = 'changes', warn = () => {} }: ChangeCheckerOptions = {},
): (value: unknown) => CheckedChange {
  const file = { name, place: () => name };
  const checkScope = createScopeChecker(library);
  const branches = new Set(library.branches?.map((branch) => branch.id));
  let problems: string[] = [];
  const report: Problems = { error: (_, problem) => problems.push(problem), warn };
  const checkFields = (value: object): Change | undefined => {
    const schema = schemaName(value);
    if ('problem' in schema) problems.push(schema.problem);
    else {
      const check = recordChecker<Change>(CHANGE_SCHEMAS[schema.name], file, report);
      const change = check(value, 0);
      problems.push(...(change === undefined ? [] : recordProblems(change, library)));
      return change && withKnownStatuses(change);
    }
    return undefined;
  };
  const withKnownStatuses = (change: Change): Change => {
    if (change.op === 'holdings') {
      const holdings = checkHoldings(change.holdings, branches, file, report);
      return holdings === change.holdings ? change : { ...change, holdings };
    }
    if (change.op !== 'put' || change.kind !== 'titles') return change;
    const { record } = change;
    if (record.holdings === undefined) return change;
    const holdings = checkHoldings(record.holdings, branches, file, report);
    return holdings === record.holdings ? change : { ...change, record: { ...record, holdings } };
  };
  return (value) => {
    const scope = checkScope(value);
    if (scope.status !== 'unchecked') return scope;
    problems = [];
    const change = checkFields(scope.fields);
    return change === undefined || problems.length > 0
      ? { status: 'invalid', problem: problems[0] }
      : { status: 'valid', change };
  };
}

/** A change that {@link createChangeChecker} would check further. */
interface UncheckedChange {
  readonly status: 'unchecked';
  readonly fields: object;
}

/**
 * Creates a function that checks only whether a value is a change for the catalog of a library, and not older than its
 * snapshot.
 */
export function createScopeChecker(
  library: Library,
): (value: unknown) => UncheckedChange | RefusedChange {
  const snapshotDate = parseInstant(library.snapshot_date);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { status: 'invalid', problem: `expected an object, found ${describe(value)}` };
    }
    const fields: { readonly library?: unknown; readonly at?: unknown } = value;
    if (typeof fields.library === 'string' && fields.library !== library.id) {
      return { status: 'other-library' };
    }
    if (typeof fields.at === 'string' && parseInstant(fields.at) < snapshotDate) {
      return { status: 'superseded' };
    }
    return { status: 'unchecked', fields };
  };
}

/** Returns the problems of the record of a change that the schema of the record cannot express. */
function recordProblems(change: Change, library: Library): string[] {
  if (change.op === 'holdings') return [limitProblem(change, library) ?? []].flat();
  if (change.op !== 'put') return [];
  if (change.kind === 'titles') {
    const problems = extraProblems(change.record, library).map(ofRecord);
    if (problems.length > 0) return problems;
    const tooMany = limitProblem(change.record, library);
    if (tooMany !== undefined) return [ofRecord(tooMany)];
    const problem = titleLengthProblem(change.record);
    return problem === undefined ? [] : [`record: ${problem}`];
  }
  if (change.kind === 'user_content') return contentProblems(change.record).map(ofRecord);
  if (change.kind === 'lists') return listProblems(change.record, library).map(ofRecord);
  return [];
}

function ofRecord(problem: string): string {
  return `record.${problem}`;
}

/** The operations, and the kinds of `put` and `delete`, in the order in which messages name them. */
const OPERATIONS = ['holdings', 'put', 'delete'] as const satisfies readonly Change['op'][];
const KINDS = [
  'titles',
  'users',
  'user_content',
  'lists',
  'sessions',
] as const satisfies readonly ChangedKind[];

/** Returns the name of the schema of a change, or the problem of an unknown operation or kind. */
function schemaName({
  op,
  kind,
}: {
  readonly op?: unknown;
  readonly kind?: unknown;
}): { readonly name: keyof typeof CHANGE_SCHEMAS } | { readonly problem: string } {
  if (op === 'holdings') return { name: 'holdings' };
  if (op !== 'put' && op !== 'delete') {
    return { problem: `op: expected one of ${OPERATIONS.join(', ')}, found ${describe(op)}` };
  }
  const known = KINDS.find((name) => name === kind);
  return known === undefined
    ? { problem: `kind: expected one of ${KINDS.join(', ')}, found ${describe(kind)}` }
    : { name: `${op}_${known}` };
}
