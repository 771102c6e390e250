export type { CatalogsToServe } from '../catalog/catalog-set.js';
export type { ApiKeys, NamedApiKey } from '../web/api-keys.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from '../web/fetch-handler.js';
export type { HandlerOptions } from '../web/handler.js';
export type { RequestHeaders, Site, WebRequest, WebResponse } from '../web/web-request.js';
export {
  createRequestListener,
  DEFAULT_CACHE_SIZE,
  type ListenerOptions,
  type RequestListener,
} from './request-listener.js';
