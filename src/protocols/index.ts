export { combineSites } from '../web/combine-sites.js';
export type { Site, WebRequest, WebResponse } from '../web/web-request.js';
export { createOpds, type OpdsOptions } from './opds/create-opds.js';
export { createSru } from './sru/create-sru.js';
