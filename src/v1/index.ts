/** The exports of the API for the entry points `carrel` and `carrel/browser`, which have the same. */
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
export { type Api, type ApiOptions, createApi } from './application/create-api.js';
export type {
  Facet,
  FacetOptions,
  FacetRequest,
  Facets,
  FacetValue,
} from './application/facets.js';
export { type Hit, type SearchOptions, type SearchResult, search } from './application/search.js';
export {
  getTitles,
  type HoldingData,
  iterateTitles,
  type TitleData,
  type TitleDataOptions,
} from './application/title-data.js';
export type { RequestContext } from './context.js';
export type { ClauseExplanation, ClauseKind } from './explain/explain-clauses.js';
export {
  type BoostExplanation,
  explainSearchTitles,
  type TitleExplanation,
  type TitlesExplanation,
} from './explain/explain-search-titles.js';
export type { Alternative, UnderstoodQuery, UnderstoodWord } from './explain/understood-query.js';
export { getList } from './get-list.js';
export { getSession } from './get-session.js';
export { getTitle } from './get-title.js';
export { listContentOfUser } from './list-content-of-user.js';
export { listListsOfUser } from './list-lists-of-user.js';
export { listUserContent } from './list-user-content.js';
export { type OpenApiDocument, openApiDocument } from './openapi/openapi-document.js';
export type { ExtraNarrowings, ParameterPairs } from './parameters.js';
export type { Page } from './response/envelope.js';
export type * from './schema/request-parameters.js';
export type * from './schema/responses.js';
export type { TitleBoostKind } from './search/boosts/document-boosts.js';
export type { RankingOptions } from './search/field-boosts.js';
export type { Relaxation } from './search/relaxation.js';
export type { Respelling } from './search/respelling.js';
export type { CollapsedWorks, SelectionOptions } from './search/select-titles.js';
export type { ClauseLabel } from './search/words/expanded-word.js';
export type { YearCount } from './search/year-histogram.js';
export { searchTitles, type TitlesTrace, traceSearchTitles } from './search-titles.js';
export { type Suggestion, type Suggestions, suggest } from './suggest.js';
