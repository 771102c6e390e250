/**
 * The hyphens and dashes that people and catalogs write between the parts of a number, for a character class of a regular
 * expression: the soft hyphen, hyphens, dashes, the minus sign, compatibility forms, and the ASCII hyphen.
 */
export const HYPHENS = '\\u00ad\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d-';
