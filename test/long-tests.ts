/**
 * True in the long tests, which `npm run test:long` runs, and of which `.ci/run` runs those that `vitest.config.js`
 * names.
 */
export const isLong = ['1', 'only'].includes(process.env.CARREL_LONG ?? '');

/**
 * Whether tests of pages and of the API send their requests to a site that `carrel site` wrote, in a browser without a
 * network, instead of a server. `npm run test:site` runs these tests.
 */
export const isOnSite = process.env.CARREL_SITE === '1';
