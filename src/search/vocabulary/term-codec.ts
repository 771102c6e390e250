/** Terms as UTF-16 code units, one after the other, in the order given. */
export function encodeTerms(terms: readonly string[]): {
  readonly termOffsets: Uint32Array;
  readonly termUnits: Uint16Array;
} {
  const termOffsets = new Uint32Array(terms.length + 1);
  let length = 0;
  terms.forEach((term, number) => {
    length += term.length;
    termOffsets[number + 1] = length;
  });
  const termUnits = new Uint16Array(length);
  let at = 0;
  for (const term of terms) {
    for (let i = 0; i < term.length; i++) termUnits[at++] = term.charCodeAt(i);
  }
  return { termOffsets, termUnits };
}

/** The UTF-16 code units of one term. */
export function unitsOf(term: string): Uint16Array {
  const units = new Uint16Array(term.length);
  for (let i = 0; i < units.length; i++) units[i] = term.charCodeAt(i);
  return units;
}

/** How many units at a time are arguments of a call: of a hundred thousand, the stack would overflow. */
const MOST_ARGUMENTS = 4096;

/** The text of one encoded term. */
export function decodeTerm(termUnits: Uint16Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at += MOST_ARGUMENTS) {
    const units = termUnits.subarray(at, Math.min(end, at + MOST_ARGUMENTS));
    // Spread, they would be taken out of the array one by one: three times as long.
    text += String.fromCharCode.apply(null, units as unknown as number[]);
  }
  return text;
}
