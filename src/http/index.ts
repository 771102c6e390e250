export type { CatalogsToServe } from '../catalog/catalog-set.js';
export type { ApiKeys, NamedApiKey } from '../web/api-keys.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from '../web/fetch-handler.js';
export type { CacheMeasurements } from '../web/representation-cache.js';
export type { RequestHeaders, Site, SiteRequest, SiteResponse } from '../web/site.js';
export {
  DEFAULT_CACHE_SIZE,
  type ListenerOptions,
  type MetricsAccess,
} from '../server/listener-options.js';
export { createLog, createStreamLog, type Log, type LogLevel } from '../server/log.js';
export { createMeter, type Measurements, type Meter, sumMeasurements } from '../server/meter.js';
export { createRequestListener, type RequestListener } from '../server/server-listener.js';
export { DEFAULT_LIMITS, type Limits } from '../server/limits.js';
export type { ListeningSocket, ListenOptions } from '../server/listening-socket.js';
export { type RunningServer, type ServerOptions, startServer } from '../server/server.js';
export { type WarmUpOptions, warmUp } from '../server/warm-up.js';
