export type { CacheMeasurements } from '../web/response-cache.js';
export { DEFAULT_LIMITS, type GivenLimits, type Limits } from './limits.js';
export type { ListeningSocket, ListenOptions } from './listening-socket.js';
export { createLog, createStreamLog, type Log, type LogLevel } from './log.js';
export { createMeter, type Measurements, type Meter } from './meter.js';
export type { MetricsAccess, MonitoringOptions } from './monitoring.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
export { createServerListener, type ServerListenerOptions } from './server-listener.js';
export { type WarmUpOptions, warmUp } from './warm-up.js';
