/** True in the long tests, which `npm run test:long` runs. */
export const isLong = process.env.CARREL_LONG === '1';
