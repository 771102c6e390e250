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
export type { Library } from './catalog/library.js';
export type { List, ListItem } from './catalog/list.js';
export type { Session, SessionRecord } from './catalog/session.js';
export type { Holding, Title } from './catalog/title.js';
export type { User } from './catalog/user.js';
export type { ContentItem, UserContent } from './catalog/user-content.js';
export type { EncodingOptions, RecordCounts } from './snapshot/catalog-encoder.js';
export { createCatalog } from './snapshot/create-catalog.js';

export {
  type BuildOptions,
  type BuildReport,
  buildSnapshot,
} from './snapshot/file/build-snapshot.js';
export { openCatalog } from './snapshot/file/open-catalog.js';
export { SnapshotError } from './snapshot/format/snapshot-error.js';
export type {
  NamedFile,
  Source,
  SourceFile,
  SourceRecord,
  StreamedSourceFile,
} from './snapshot/source.js';
export type { SourceRecords } from './snapshot/source-records.js';
export { SourceError } from './snapshot/source-report.js';
export { ApiError } from './v1/api-error.js';
export { listContentOfUser } from './v1/content-of-user.js';
export type { RequestContext } from './v1/context.js';
export { getList } from './v1/list.js';
export { listListsOfUser } from './v1/lists-of-user.js';
export { type OpenApiDocument, openApiDocument } from './v1/openapi/openapi-document.js';
export type { RequestParameters } from './v1/parameters.js';
export type { Relaxation } from './v1/relaxation.js';
export type { Respelling } from './v1/respelling.js';
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
export { getSession } from './v1/session.js';
export {
  type Suggestion,
  type Suggestions,
  type SuggestParameters,
  suggest,
} from './v1/suggest.js';
export { getTitle } from './v1/title.js';
export { searchTitles, type TitlesTrace, traceSearchTitles } from './v1/titles.js';
export { listUserContent } from './v1/user-content.js';
