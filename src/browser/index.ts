export type { Catalog } from '../catalog/catalog.js';
export { CatalogSetError } from '../catalog/catalog-set.js';
export { SnapshotError } from '../snapshot/format/container/snapshot-error.js';
export { ApiError } from '../v1/api-error.js';
export type { RequestContext } from '../v1/context.js';
export {
  explainSearchTitles,
  type TitlesExplanation,
} from '../v1/explain/explain-search-titles.js';
export { getList } from '../v1/get-list.js';
export { getSession } from '../v1/get-session.js';
export { getTitle } from '../v1/get-title.js';
export { listContentOfUser } from '../v1/list-content-of-user.js';
export { listListsOfUser } from '../v1/list-lists-of-user.js';
export { listUserContent } from '../v1/list-user-content.js';
export { openApiDocument } from '../v1/openapi/openapi-document.js';
export type { RequestParameters } from '../v1/parameters.js';
export { searchTitles, type TitlesTrace, traceSearchTitles } from '../v1/search-titles.js';
export { type Suggestions, type SuggestParameters, suggest } from '../v1/suggest.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from './fetch-handler.js';
export { fetchCatalog, openCatalog } from './open-catalog.js';
