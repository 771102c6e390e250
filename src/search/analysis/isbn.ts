/** Ten digits or thirteen, together or in the groups that ISBNs are printed in. */
const CANDIDATE =
  /(?<![a-z\d-])(?:97[89][- ]?)?(?:\d{9}[\dx]|\d{1,5}([- ])\d{1,7}\1\d{1,7}\1[\dx])(?![a-z\d]|-[a-z\d])/g;

/**
 * A folded text with each valid ISBN in it, of whichever form, as the thirteen digits of its
 * ISBN-13. What fails its check digit stays as it is.
 *
 * @example unifyIsbns('0-439-02348-3') // '9780439023481'
 */
export function unifyIsbns(folded: string): string {
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

/** Ten digits each times its place from the right come to a multiple of 11; `x` is ten. */
function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (10 - i) * (digits[i] === 'x' ? 10 : Number(digits[i]));
  return sum % 11 === 0;
}

/** What makes digits, counted once and three times in turn, come to a multiple of 10. */
function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
