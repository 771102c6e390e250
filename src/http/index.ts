export type { CatalogsToServe } from '../catalog/catalog-set.js';
export {
  DEFAULT_CACHE_SIZE,
  type ListenerOptions,
  type MetricsAccess,
} from './listener-options.js';
export { createLog, createStreamLog, type Log, type LogLevel } from './monitoring/log.js';
export { createMeter, type Measurements, type Meter, sumMeasurements } from './monitoring/meter.js';
export type { ApiKeys, NamedApiKey } from './request/api-keys.js';
export { createRequestListener, type RequestListener } from './request-listener.js';
export { DEFAULT_LIMITS, type Limits } from './server/limits.js';
export type { ListeningSocket, ListenOptions } from './server/listening-socket.js';
export { type RunningServer, type ServerOptions, startServer } from './server/server.js';
export type { Site, SiteRequest, SiteResponse } from './site.js';
export { type WarmUpOptions, warmUp } from './warm-up/warm-up.js';
