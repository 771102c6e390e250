import { describe } from '../../base/messages.js';
import type { Library, RecordLimits } from '../../catalog/records/library.js';
import type { List } from '../../catalog/records/list.js';
import { HOLDING_STATUSES, type Holding, type Title } from '../../catalog/records/title.js';
import { CONTENT_DATA_TYPES, type UserContent } from '../../catalog/records/user-content.js';
import type { NamedFile } from './source.js';
import type { Problems } from './source-report.js';

/** The maximum length of all texts of a title together. A longer title could exceed the memory of an indexing thread. */
const MAX_TITLE_CHARS = 16 * 1024 * 1024;

/** Returns the problem of a title whose texts are too long, or undefined. */
export function titleLengthProblem(title: Title): string | undefined {
  const characters = countCharacters(title);
  return characters <= MAX_TITLE_CHARS
    ? undefined
    : `expected a title of at most ${MAX_TITLE_CHARS} characters, found ${characters}`;
}

/** Returns the length of all texts in a value together, in UTF-16 code units. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const item of Object.values(value)) characters += countCharacters(item);
  return characters;
}

/**
 * Returns the holdings with UNAVAILABLE in place of each unknown status. Warns about unknown statuses, and about
 * branches that are not in the library record.
 *
 * @param branches the ids of the branches in the library record
 */
export function checkHoldings(
  holdings: readonly Holding[],
  branches: ReadonlySet<string>,
  { name }: Pick<NamedFile, 'name'>,
  report: Pick<Problems, 'warn'>,
): readonly Holding[] {
  for (const { branch, status } of holdings) {
    if (!branches.has(branch)) {
      report.warn(
        `${name}: unknown branch '${branch}'; its code is used as its name`,
        `${name}: other unknown branches; their codes are used as their names`,
      );
    }
    if (!isKnownStatus(status)) {
      report.warn(
        `${name}: unknown holding status '${status}' read as UNAVAILABLE; expected one of ${HOLDING_STATUSES.join(', ')}`,
        `${name}: other unknown holding statuses read as UNAVAILABLE`,
      );
    }
  }
  if (holdings.every((holding) => isKnownStatus(holding.status))) return holdings;
  return holdings.map((holding) =>
    isKnownStatus(holding.status) ? holding : { ...holding, status: 'UNAVAILABLE' },
  );
}

function isKnownStatus(status: string): boolean {
  return (HOLDING_STATUSES as readonly string[]).includes(status);
}

/** Returns a problem for each item whose data has the wrong type for its content type. */
export function contentProblems({ content = [] }: UserContent): string[] {
  return content.flatMap(({ content_type, content_data }, index) => {
    const expected = CONTENT_DATA_TYPES.get(content_type.id);
    if (expected === undefined || typeof content_data === expected) return [];
    return `content[${index}].content_data: expected ${expected === 'object' ? 'an' : 'a'} ${expected} for content of type ${content_type.id}, found ${describe(content_data)}`;
  });
}

/** The limits of a library without `limits`. */
const DEFAULT_LIMITS: Required<RecordLimits> = { list_items: 10_000, holdings: 10_000 };

/** Returns the problem of a record with more list items or holdings than the limits of its library, or undefined. */
export function limitProblem(
  record: Partial<Pick<List, 'list_items'> & Pick<Title, 'holdings'>>,
  { limits }: Pick<Library, 'limits'>,
): string | undefined {
  const { list_items = [], holdings = [] } = record;
  for (const [name, { length }] of Object.entries({ list_items, holdings })) {
    const maximum = { ...DEFAULT_LIMITS, ...limits }[name as keyof RecordLimits];
    if (length <= maximum) continue;
    return `${name}: expected at most ${maximum} items, found ${length}; raise limits.${name} of the library record to accept this ${name === 'holdings' ? 'title' : 'list'}`;
  }
  return undefined;
}

/**
 * Returns the problem of a list with too many items, or else a problem for each item without the field that its
 * `list_item_type` names.
 */
export function listProblems(list: List, library: Pick<Library, 'limits'>): string[] {
  const tooLong = limitProblem(list, library);
  if (tooLong !== undefined) return [tooLong];
  return list.list_items.flatMap((item, index) =>
    item[item.list_item_type] === undefined
      ? `list_items[${index}].${item.list_item_type}: expected a value because list_item_type is ${item.list_item_type}, found nothing`
      : [],
  );
}
