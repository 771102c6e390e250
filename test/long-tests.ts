/** True in the long tests, which `npm run test:long` runs. */
export const isLong = process.env.CARREL_LONG === '1';

/** True in the longest tests, which `npm run test:longest` runs. */
export const isLongest = process.env.CARREL_LONGEST === '1';
