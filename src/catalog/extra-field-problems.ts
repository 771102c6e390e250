import { describe } from '../base/messages.js';
import { isJsonObject, valueAtPath } from './extra-fields.js';
import { typedValuesOf } from './field-types.js';
import { NARROWINGS } from './narrowings.js';
import { QUERY_NUMBERS, QUERY_VALUES } from './query-columns.js';
import type { Library } from './records/library.js';
import type { Title } from './records/title.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { STORED_SORTS } from './sort-keys.js';

/** The maximum number of extra fields of a library. The index has at most 32 fields. */
const MAX_EXTRA_FIELDS = 16;

/** The maximum depth of nested values in `extra`. */
const MAX_EXTRA_DEPTH = 32;

/**
 * The names that an extra field cannot have: the parameters of requests and pages, narrowings and other columns, sort
 * orders, fields of the search index, names and codes of fields of the query language, and properties of every JavaScript object.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...NARROWINGS,
  ...SEARCH_FIELDS,
  ...QUERY_VALUES,
  ...QUERY_NUMBERS,
  ...STORED_SORTS,
  ...`api_key locale date_format q library search_type sort metadata limit page facet facet_limit
  order prefix contains relax year_from year_to view relevancy constructor
  anywhere an ti au co ar artist contributor su sh tp th tt subjectheading topic theme topictheme ge gh gt mo genreheading
  genretag mood se tg pu cn no gn generalnote sm ed callnumber ca isbn localid li id format formatcode fo isolanguage la
  agerating ad ag available avlocation av br contenttype fictiontype cc ft new nw pubyear py starrating sr onorder oo
  award lexile period region localheading`.split(/\s+/),
]);

/** The beginning of the names of parameters that exclude values of a narrowing. */
const EXCLUSION = 'exclude_';

/**
 * Returns problems of the declarations of extra fields that the schema cannot express: reserved names, repeated names,
 * and too many fields.
 */
export function extraFieldProblems({ extra_fields = [] }: Pick<Library, 'extra_fields'>): string[] {
  const problems = extra_fields.flatMap(({ name }, index) => {
    const place = `extra_fields[${index}].name`;
    if (RESERVED_NAMES.has(name) || name.startsWith(EXCLUSION)) {
      return `${place}: expected a name that Carrel does not use itself, found '${name}'`;
    }
    const isRepeated = extra_fields.findIndex((field) => field.name === name) < index;
    return isRepeated ? `${place}: expected a unique name, found '${name}' again` : [];
  });
  if (extra_fields.length <= MAX_EXTRA_FIELDS) return problems;
  return [
    ...problems,
    `extra_fields: expected at most ${MAX_EXTRA_FIELDS} fields, found ${extra_fields.length}`,
  ];
}

/**
 * Returns the problems of the `extra` of a title: values that JSON cannot express, and other values than an
 * extra field may have.
 */
export function extraProblems(
  { extra }: Pick<Title, 'extra'>,
  { extra_fields = [] }: Pick<Library, 'extra_fields'>,
): string[] {
  if (extra === undefined) return [];
  const problem = jsonProblem(extra, 'extra', 0);
  if (problem !== undefined) return [problem];
  return extra_fields.flatMap(({ from, type }) => {
    const value = valueAtPath(extra, from);
    const typed = typedValuesOf(type);
    const isValue = (item: unknown) =>
      typed === undefined ? typeof item !== 'object' : typed.numberOf(item) !== undefined;
    const wrong = [value ?? []].flat().find((item) => item !== null && !isValue(item));
    if (wrong === undefined) return [];
    const expected = typed?.expected ?? 'a string, a number, true, false or an array of these';
    const found = Array.isArray(value) ? `an array with ${describe(wrong)}` : describe(value);
    return `${from}: expected ${expected}, found ${found}`;
  });
}

/** Returns the first problem of a value that is not JSON. An undefined field of an object counts as absent. */
function jsonProblem(value: unknown, place: string, depth: number): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return undefined;
  const isArray = Array.isArray(value);
  if (!isArray && !isJsonObject(value))
    return `${place}: expected a JSON value, found ${describe(value)}`;
  if (depth === MAX_EXTRA_DEPTH)
    return `${place}: expected at most ${MAX_EXTRA_DEPTH} levels, found more`;
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined && !isArray) continue;
    const at = isArray ? `${place}[${key}]` : `${place}.${key}`;
    const problem = jsonProblem(item, at, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
