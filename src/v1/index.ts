/** The exports of the API, which the entry points `carrel` and `carrel/browser` share. */
export type {
  AvailabilityId,
  ContentTypeId,
  FormatId,
  ListTypeId,
} from '../catalog/names/known-names.js';
export type { BranchId, Narrowing } from '../catalog/narrowings.js';
export type { HoldingsStatement, Link, RelatedTitle } from '../catalog/records/title.js';
export type { Locale } from '../texts/locales.js';
export { ApiError, type ApiErrorCode } from './api-error.js';
export type { RequestContext } from './context.js';
export { type Api, type ApiOptions, createApi } from './create-api.js';
export {
  type Alternative,
  type BoostExplanation,
  type ClauseExplanation,
  type ClauseKind,
  type ExplainOptions,
  explainSearchTitles,
  type MissingTitle,
  type TitleExplanation,
  type TitlesExplanation,
  type UnderstoodQuery,
  type UnderstoodWord,
} from './explain-search-titles.js';
export { facetValues } from './facet-values.js';
export { getList } from './get-list.js';
export { getSession } from './get-session.js';
export {
  getTitle,
  getTitles,
  type HoldingData,
  iterateTitles,
  type TitleData,
  type TitleDataOptions,
  type TitleDataWith,
} from './get-title.js';
export {
  type HighlightOptions,
  type HighlightPart,
  type HighlightPartsOptions,
  highlight,
  highlightParts,
} from './highlight.js';
export { listContentOfUser } from './list-content-of-user.js';
export { listListsOfUser } from './list-lists-of-user.js';
export { listUserContent } from './list-user-content.js';
export { type OpenApiDocument, openApiDocument } from './openapi-document.js';
export type { DateStatistics, NumberStatistics } from './range-facets.js';
export type {
  ExtraExclusions,
  ExtraNarrowings,
  ParameterPairs,
  SearchParametersWith,
} from './read-parameters.js';
export type { Page } from './response-parts.js';
export type {
  FacetValuesParameters,
  GetListParameters,
  GetSessionParameters,
  GetTitleParameters,
  ListContentOfUserParameters,
  ListListsOfUserParameters,
  ListUserContentParameters,
  SearchParameters,
  SearchTitlesParameters,
  SuggestParameters,
} from './schema/parameters.js';
export type {
  ContentEntryItem,
  ContentOfUserEntry,
  ContentOfUserResponse,
  ErrorDetail,
  ErrorResponse,
  FacetValue,
  FacetValues,
  HomeLibrary,
  IdAndName,
  JacketCover,
  ListDetail,
  ListEntry,
  ListResponse,
  ListSummary,
  ListsResponse,
  Metadata,
  Name,
  NarrowBy,
  NarrowTo,
  SeriesEntry,
  SessionResponse,
  SessionUser,
  SortBy,
  TitleDetail,
  TitleFields,
  TitleResponse,
  TitleSummary,
  TitlesResponse,
  UserContentEntry,
  UserContentResponse,
  UserSummary,
  WebPage,
} from './schema/responses.js';
export type { ClauseLabel } from './search/expanded-word.js';
export type { RankingOptions } from './search/field-boosts.js';
export type { MatchedText } from './search/matched-texts.js';
export type { NamedValue } from './search/named-values.js';
export type { Relaxation, Respelling } from './search/relaxation.js';
export type { CollapsedWorks, SelectionOptions } from './search/run-search.js';
export type { TitleBoostKind } from './search/title-boosts.js';
export type { GroupName, SearchStep } from './search/title-matches.js';
export {
  type Facet,
  type FacetOptions,
  type FacetRequest,
  type Facets,
  type Hit,
  type HitWith,
  type SearchOptions,
  type SearchResult,
  search,
} from './search.js';
export { searchTitles, type TitlesTrace, traceSearchTitles } from './search-titles.js';
export { type Suggestion, type Suggestions, suggest } from './suggest/suggest.js';
export type { YearCount } from './year-histogram.js';
