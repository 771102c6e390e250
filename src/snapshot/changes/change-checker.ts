import type { Change, ChangedKind } from '../../catalog/changes/change.js';
import { describe } from '../../catalog/describe.js';
import { extraProblems } from '../../catalog/extra-field-problems.js';
import { parseInstant } from '../../catalog/instant.js';
import { type JsonSchema, objectSchema } from '../../catalog/records/json-schema.js';
import type { Library } from '../../catalog/records/library.js';
import { listSchema } from '../../catalog/records/list.js';
import { sessionSchema } from '../../catalog/records/session.js';
import { dateTimeSchema, textSchema, userIdSchema } from '../../catalog/records/shared-schemas.js';
import { titleSchema } from '../../catalog/records/title-schema.js';
import { userSchema } from '../../catalog/records/user.js';
import { userContentSchema } from '../../catalog/records/user-content.js';
import { recordChecker } from '../source/record-checker.js';
import {
  checkHoldings,
  contentProblems,
  listItemProblems,
  titleLengthProblem,
} from '../source/record-rules.js';
import type { Problems } from '../source/source-report.js';

/** The result of the check of one change. */
export type CheckedChange =
  | { readonly status: 'valid'; readonly change: Change }
  | {
      readonly status: 'invalid';
      /** The problem, such as `record.format.id: expected a non-empty string, found nothing`. */
      readonly problem: string;
    }
  /** The change is older than the snapshot, which contains it. */
  | { readonly status: 'superseded' }
  /** The change is a change of another library. */
  | { readonly status: 'other-library' };

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
 * the users and titles exist that a change refers to. The first call in a process takes up to a tenth of a second.
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
  const snapshotDate = parseInstant(library.snapshot_date);
  const branches = new Set(library.branches?.map((branch) => branch.id));
  let problems: string[] = [];
  const report: Problems = { error: (_, problem) => problems.push(problem), warn };
  // All schemas are compiled now, so that no change in a running server waits for it.
  const checks = new Map(
    [SCHEMAS.holdings, ...Object.values(SCHEMAS.put), ...Object.values(SCHEMAS.delete)].map(
      (schema: JsonSchema) => [schema, recordChecker<Change>(schema, file, report)],
    ),
  );

  const checkSchema = (value: object, schema: JsonSchema) => checks.get(schema)?.(value, 0);
  const checkFields = (value: object): Change | undefined => {
    const schema = schemaOf(value);
    if (typeof schema === 'string') problems.push(schema);
    else {
      const change = checkSchema(value, schema);
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
    problems = [];
    const change = checkFields(value);
    return change === undefined || problems.length > 0
      ? { status: 'invalid', problem: problems[0] }
      : { status: 'valid', change };
  };
}

/** Returns the problems of the record of a change that the schema of the record cannot express. */
function recordProblems(change: Change, library: Library): string[] {
  if (change.op !== 'put') return [];
  if (change.kind === 'titles') {
    const problems = extraProblems(change.record, library).map(ofRecord);
    if (problems.length > 0) return problems;
    const problem = titleLengthProblem(change.record);
    return problem === undefined ? [] : [`record: ${problem}`];
  }
  if (change.kind === 'user_content') return contentProblems(change.record).map(ofRecord);
  if (change.kind === 'lists') return listItemProblems(change.record).map(ofRecord);
  return [];
}

function ofRecord(problem: string): string {
  return `record.${problem}`;
}

/** Returns the schema of a change of a kind with the additional fields, all of which are required. */
function changeSchema(fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectSchema<typeof fields, string>(Object.keys(fields), {
    op: { type: 'string' },
    kind: { type: 'string' },
    library: textSchema,
    at: dateTimeSchema,
    ...fields,
  });
}

const deleteById = changeSchema({ id: userIdSchema });

/** The schemas of changes by operation. */
const SCHEMAS = {
  holdings: changeSchema({ title: textSchema, holdings: titleSchema.properties.holdings }),
  put: {
    titles: changeSchema({ record: titleSchema }),
    users: changeSchema({ record: userSchema }),
    user_content: changeSchema({ record: userContentSchema }),
    lists: changeSchema({ record: listSchema }),
    sessions: changeSchema({ record: sessionSchema }),
  },
  delete: {
    titles: deleteById,
    users: deleteById,
    user_content: changeSchema({ user: userIdSchema, title: textSchema }),
    lists: deleteById,
    sessions: changeSchema({ id: { ...textSchema, writeOnly: true } }),
  },
} as const satisfies Readonly<
  Record<Change['op'], JsonSchema | Readonly<Record<ChangedKind, JsonSchema>>>
>;

/** Returns the schema of a change by its operation and kind, or the problem of an unknown operation or kind. */
function schemaOf(value: { readonly op?: unknown; readonly kind?: unknown }): JsonSchema | string {
  const { op, kind } = value;
  if (op === 'holdings') return SCHEMAS.holdings;
  if (op !== 'put' && op !== 'delete') {
    return `op: expected one of ${Object.keys(SCHEMAS).join(', ')}, found ${describe(op)}`;
  }
  const schemas = SCHEMAS[op];
  return typeof kind === 'string' && Object.hasOwn(schemas, kind)
    ? schemas[kind as ChangedKind]
    : `kind: expected one of ${Object.keys(schemas).join(', ')}, found ${describe(kind)}`;
}
