export { addedUp } from './added-up.js';
export type { ApiKeys } from './api-keys.js';
export type { CatalogsToServe } from './current-catalogs.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
export {
  DEFAULT_CACHE_SIZE,
  type ListenerOptions,
  type MetricsReaders,
} from './listener-options.js';
export { createLog, type Log, type LogLevel } from './log.js';
export { createMeter, type Measurements, type Meter } from './meter.js';
export { createRequestListener, type RequestListener } from './request-listener.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
export type { Site, SiteAnswer, SiteRequest } from './site.js';
