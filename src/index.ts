export type {
  Catalog,
  Lists,
  Records,
  Sessions,
  Titles,
  UserContents,
  Users,
} from './catalog/catalog.js';
export { CatalogSetError, checkCatalogSet } from './catalog/catalog-set.js';
export type {
  Change,
  ChangedKind,
  ChangedRecords,
  DeleteChange,
  HoldingsChange,
  PutChange,
} from './catalog/changes/change.js';
export type { Library } from './catalog/records/library.js';
export type { List, ListItem } from './catalog/records/list.js';
export type { Session, SessionRecord } from './catalog/records/session.js';
export type { Holding, Title } from './catalog/records/title.js';
export type { User } from './catalog/records/user.js';
export type { ContentItem, UserContent } from './catalog/records/user-content.js';
export {
  type ApplyChangesOptions,
  applyChanges,
  type SkippedChange,
} from './snapshot/changes/apply-changes.js';
export { createCatalog } from './snapshot/create-catalog.js';
export type { EncodingOptions, RecordCounts } from './snapshot/encoding/catalog-encoder.js';
export type { SnapshotProperties } from './snapshot/file/changes/prepare-catalog.js';
export { openCatalog } from './snapshot/file/open-catalog.js';
export {
  type CatalogSet,
  type OpenCatalogsOptions,
  openCatalogs,
} from './snapshot/file/open-catalogs.js';
export type { RefreshResult, ReplacedCatalog } from './snapshot/file/replaceable-catalogs.js';
export type { TrustOptions } from './snapshot/file/signature.js';
export {
  type BuildOptions,
  type BuildReport,
  buildSnapshot,
} from './snapshot/file/writing/build-snapshot.js';
export {
  PublishingError,
  type PublishingLimits,
} from './snapshot/file/writing/publishing-limits.js';
export { SnapshotError } from './snapshot/format/container/snapshot-error.js';
export type {
  NamedFile,
  Source,
  SourceFile,
  SourceRecord,
  SourceRecords,
  StreamedSourceFile,
} from './snapshot/source/source.js';
export { SourceError } from './snapshot/source/source-report.js';
export { ApiError } from './v1/api-error.js';
export type { RequestContext } from './v1/context.js';
export type { ClauseExplanation, ClauseKind } from './v1/explain/explain-clauses.js';
export {
  type BoostExplanation,
  explainSearchTitles,
  type TitleExplanation,
  type TitlesExplanation,
} from './v1/explain/explain-search-titles.js';
export type {
  Alternative,
  UnderstoodQuery,
  UnderstoodWord,
} from './v1/explain/understood-query.js';
export { getList } from './v1/get-list.js';
export { getSession } from './v1/get-session.js';
export { getTitle } from './v1/get-title.js';
export { listContentOfUser } from './v1/list-content-of-user.js';
export { listListsOfUser } from './v1/list-lists-of-user.js';
export { listUserContent } from './v1/list-user-content.js';
export { type OpenApiDocument, openApiDocument } from './v1/openapi/openapi-document.js';
export type { RequestParameters } from './v1/parameters.js';
export type { ErrorResponse } from './v1/schema/error.js';
export type {
  ListDetail,
  ListEntry,
  ListResponse,
  ListSummary,
  ListsResponse,
} from './v1/schema/list.js';
export type { SessionResponse } from './v1/schema/session.js';
export type { TitleDetail, TitleSummary } from './v1/schema/title.js';
export type { TitleResponse, TitlesResponse } from './v1/schema/titles.js';
export type { UserSummary } from './v1/schema/user.js';
export type {
  ContentEntryItem,
  ContentOfUserEntry,
  ContentOfUserResponse,
  UserContentEntry,
  UserContentResponse,
} from './v1/schema/user-content.js';
export type { TitleBoostKind } from './v1/search/boosts/document-boosts.js';
export type { Relaxation } from './v1/search/relaxation.js';
export type { Respelling } from './v1/search/respelling.js';
export type { ClauseLabel } from './v1/search/words/expanded-word.js';
export type { YearCount } from './v1/search/year-histogram.js';
export { searchTitles, type TitlesTrace, traceSearchTitles } from './v1/search-titles.js';
export {
  type Suggestion,
  type Suggestions,
  type SuggestParameters,
  suggest,
} from './v1/suggest.js';
