/*
 * The interface of a compared search engine, and the texts and facet values that all engines index.
 * `compared-engines.ts` lists the engines.
 */
import { mapNarrowings, type Narrowing, narrowingValues } from '../../src/catalog/narrowings.js';
import { SEARCH_FIELDS, type SearchField, searchTextOf } from '../../src/catalog/search-fields.js';
import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import { SEARCH_TYPES } from '../../src/v1/search/field-boosts.js';
import type { ReaderQuery } from '../queries/reader-requests.js';
import type { TitleSource } from './title-source.js';

/** The maximum number of titles in an answer. */
export const PAGE_SIZE = 10;

/** The maximum number of values of each facet in an answer. */
export const FACET_LIMIT = 25;

/** The fields that every engine searches. */
export const FIELDS = SEARCH_FIELDS;
/** The boost of each field. */
export const BOOSTS: Readonly<Record<SearchField, number>> = SEARCH_TYPES.keyword;

/** A search engine of the comparison. */
export interface Engine {
  readonly name: string;
  /** The rows of the comparison, each with a search of its own. */
  readonly rows: readonly EngineRow[];
  /** Whether the package of the engine is installed in `bench/peers` rather than with the project. */
  readonly isPeer?: true;
  /** A larger catalog is not indexed, because building the index takes too long or too much memory. */
  readonly maxTitles?: number;
  /**
   * Returns a sentence that names what has to be installed, or undefined if the engine can run. For
   * an engine without this method, `build` fails if something is missing.
   */
  missing?(): string | undefined;
  /** Indexes every title of a source and writes the index into an existing directory. */
  build(source: TitleSource, directory: string): void | Promise<void>;
  /** Opens the index that {@link build} wrote. */
  open(directory: string): OpenEngine | Promise<OpenEngine>;
}

/** A row of the comparison. */
export interface EngineRow {
  readonly name: string;
  /** What the answers contain. Reports print this text. */
  readonly answer: string;
  /** The number of facets that are counted for each answer; 0 for a search without facets. */
  readonly facets: number;
}

/** A search engine that is ready for queries. */
export interface OpenEngine {
  /** The process that holds the index. Default: the measuring process. */
  readonly pid?: number | undefined;
  /** The searches, one for each of {@link Engine.rows}. */
  readonly searches: readonly EngineSearch[];
  close?(): void;
}

/** A search of an engine. */
export interface EngineSearch {
  /** Prepares the next search. Its time is not measured. Default: nothing to prepare. */
  readonly prepare?: () => void;
  search(query: ReaderQuery): Answer | Promise<Answer>;
}

/** The answer of an engine to a query. */
export interface Answer {
  /** The number of matching titles. */
  readonly count: number;
  /** The ids of the best titles, at most {@link PAGE_SIZE}, best first. */
  readonly ids: readonly string[];
  /** What the engine counted, in any form. The bench does not read it. */
  readonly facets?: unknown;
  /**
   * The time of the search in milliseconds, measured by a program in another process. Default: the time of
   * the call.
   */
  readonly time?: number;
}

/** Returns the text of each field of a title: the folded words of Carrel's text analysis, joined by spaces. */
export function titleTexts(title: Title): Record<SearchField, string> {
  const values = searchTextOf(title, title.tags ?? []);
  const texts = FIELDS.map((field) => [field, values[field].flatMap(analyze).join(' ')]);
  return Object.fromEntries(texts);
}

/** The facet values of a title by column. */
export type ColumnValues = Readonly<Record<Narrowing, readonly string[]>>;

/** Returns the facet values of a title, without duplicates. */
export function columnValues(title: Title): ColumnValues {
  const values = narrowingValues(title, title.tags ?? []);
  return mapNarrowings((column) => [...new Set(values[column])]);
}
