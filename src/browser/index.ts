export type { Catalog } from '../catalog/catalog.js';
export { CatalogSetError } from '../catalog/catalog-set.js';
export { SnapshotError } from '../snapshot/format/snapshot-error.js';
export { ApiError } from '../v1/api-error.js';
export { listContentOfUser } from '../v1/content-of-user.js';
export type { RequestContext } from '../v1/context.js';
export { getList } from '../v1/list.js';
export { listListsOfUser } from '../v1/lists-of-user.js';
export { openApiDocument } from '../v1/openapi/openapi-document.js';
export type { RequestParameters } from '../v1/parameters.js';
export { getSession } from '../v1/session.js';
export { type Suggestions, type SuggestParameters, suggest } from '../v1/suggest.js';
export { getTitle } from '../v1/title.js';
export { searchTitles, type TitlesTrace, traceSearchTitles } from '../v1/titles.js';
export { listUserContent } from '../v1/user-content.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from './fetch-handler.js';
export { fetchCatalog, openCatalog } from './open-catalog.js';
