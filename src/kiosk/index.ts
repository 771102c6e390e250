/** Pages for readers: `carrel/kiosk`. */
export { createKiosk } from './kiosk.js';
export type { KioskOptions } from './options.js';
