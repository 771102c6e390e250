/** Any value that is more than blanks, dashes and zeros: a date, a yes, a number. */
const SAYS_SOMETHING = /[1-9\p{L}]/u;

/**
 * Whether a value is what a profile writes, whatever the case of its letters: `*` stands for any
 * letters, and alone for any value that says something.
 */
export function valuePattern(pattern: string): (value: string) => boolean {
  if (pattern === '*') return (value) => SAYS_SOMETHING.test(value);
  if (!pattern.includes('*')) {
    const wanted = pattern.toLowerCase();
    return (value) => value.toLowerCase() === wanted;
  }
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
  return (value) => expression.test(value);
}
