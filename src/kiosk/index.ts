/** The package export `carrel/kiosk`: the web pages of a library catalog. */
export { createKiosk } from './create-kiosk.js';
export type { KioskOptions } from './page-view.js';
