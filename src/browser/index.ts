export type { Catalog, RecordCounts } from '../catalog/catalog.js';
export {
  CatalogSetError,
  type CatalogsToServe,
  type CurrentCatalogs,
  type SharedIdKind,
} from '../catalog/catalog-set.js';
export type { Library } from '../catalog/records/library.js';
export type { Holding, Title } from '../catalog/records/title.js';
export {
  SnapshotError,
  type SnapshotErrorCode,
  type SnapshotErrorOptions,
} from '../snapshot/format/container/snapshot-error.js';
export * from '../v1/index.js';
export type { ApiKeys, NamedApiKey } from '../web/api-keys.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from '../web/fetch-handler.js';
export type { RequestHeaders, Site, WebRequest, WebResponse } from '../web/web-request.js';
export { fetchCatalog, openCatalog } from './open-catalog.js';
