/**
 * Matches text that may be an ISBN: ten digits without separators, or four groups of digits separated
 * by spaces or by hyphens. The last digit may be `x`. `978` or `979` may precede the digits.
 */
const CANDIDATE =
  /(?<![a-z\d-])(?:97[89][- ]?)?(?:\d{9}[\dx]|\d{1,5}([- ])\d{1,7}\1\d{1,7}\1[\dx])(?![a-z\d]|-[a-z\d])/g;

/**
 * Replaces each valid ISBN in a text by its ISBN-13 without separators. Does not change numbers with a
 * wrong check digit.
 *
 * @param folded a text in lower case, with `-` for every hyphen and the digits 0 to 9
 *
 * @example normalizeIsbns('0-439-02348-3') // '9780439023481'
 */
export function normalizeIsbns(folded: string): string {
  return folded.replace(CANDIDATE, (candidate) => {
    const digits = candidate.replace(/[- ]/g, '');
    if (digits.length === 10 && isIsbn10(digits)) {
      const withoutCheck = `978${digits.slice(0, 9)}`;
      return withoutCheck + checkDigit13(withoutCheck);
    }
    if (digits.length === 13 && checkDigit13(digits.slice(0, 12)) === digits[12]) return digits;
    return candidate;
  });
}

/**
 * Returns whether ten digits are a valid ISBN-10: the digits, multiplied by 10, 9, 8 and so on down
 * to 1, must add up to a multiple of 11. The digit `x` is 10.
 */
function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (10 - i) * (digits[i] === 'x' ? 10 : Number(digits[i]));
  return sum % 11 === 0;
}

/**
 * Returns the check digit for the first twelve digits of an ISBN-13: all thirteen digits, multiplied
 * by 1 and 3 in turn, must add up to a multiple of 10.
 */
function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
