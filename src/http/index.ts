export {
  createRequestListener,
  type ListenerOptions,
  type RequestListener,
} from './request-listener.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
