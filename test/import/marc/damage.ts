import fc from 'fast-check';

/** Something that happens to a file: bytes at a place give way to others. */
export interface Damage {
  /** Where, as a fraction of the file. */
  readonly place: number;
  /** How many bytes are lost there. */
  readonly lost: number;
  /** The bytes that stand there now. */
  readonly found: Uint8Array;
}

/** Bytes that mean something to a reader of records are among those found oftener than by chance. */
const anyByte = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc.constantFrom(...Buffer.from('\x1d\x1e\x1f\x1b0123456789 <>&"\'/!?-')),
);

const anyPlace = fc.double({ min: 0, max: 1, noNaN: true });

const bytes = (most: number) =>
  fc.array(anyByte, { minLength: 1, maxLength: most }).map((found) => Uint8Array.from(found));

/** Any damage: a byte changed, bytes inserted, deleted or overwritten, the rest of the file cut off. */
export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ place: anyPlace, lost: fc.constant(1), found: bytes(1) }),
  fc.record({ place: anyPlace, lost: fc.constant(0), found: bytes(300) }),
  fc.record({
    place: anyPlace,
    lost: fc.integer({ min: 1, max: 3000 }),
    found: fc.constant(NONE()),
  }),
  fc.record({ place: anyPlace, lost: fc.integer({ min: 1, max: 300 }), found: bytes(300) }),
  fc.record({
    place: anyPlace,
    lost: fc.constant(Number.MAX_SAFE_INTEGER),
    found: fc.constant(NONE()),
  }),
);

function NONE(): Uint8Array {
  return new Uint8Array();
}

/**
 * A file after some damage, which of the parts it was made of are whole, and whether any of the
 * others is still there in part.
 */
export function damaged(
  parts: readonly Uint8Array[],
  { place, lost, found }: Damage,
): { file: Buffer; whole: boolean[]; hasRests: boolean } {
  const before = Buffer.concat(parts);
  const from = Math.floor(place * before.length);
  const to = Math.min(before.length, from + lost);
  const seams = new Set([0]);
  let end = 0;
  const whole = parts.map((part) => {
    const start = end;
    end += part.length;
    seams.add(end);
    return end <= from || start >= to;
  });
  return {
    file: Buffer.concat([before.subarray(0, from), found, before.subarray(to)]),
    whole,
    hasRests: !seams.has(from) || !seams.has(to),
  };
}
