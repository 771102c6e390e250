import fc from 'fast-check';

/** Damage to a file: bytes at a position are replaced. */
export interface Damage {
  /** The position, as a fraction of the file. */
  readonly place: number;
  /** The number of bytes removed. */
  readonly lost: number;
  /** The bytes inserted. */
  readonly found: Uint8Array;
}

/** Any byte. Delimiters and other significant bytes are more frequent than other bytes. */
const anyByte = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc.constantFrom(...Buffer.from('\x1d\x1e\x1f\x1b0123456789 <>&"\'/!?-')),
);

const anyPlace = fc.double({ min: 0, max: 1, noNaN: true });

const bytes = (maxLength: number) =>
  fc.array(anyByte, { minLength: 1, maxLength }).map((found) => Uint8Array.from(found));

/** Any damage: a changed byte, inserted, deleted or overwritten bytes, or a truncated file. */
export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ place: anyPlace, lost: fc.constant(1), found: bytes(1) }),
  fc.record({ place: anyPlace, lost: fc.constant(0), found: bytes(300) }),
  fc.record({
    place: anyPlace,
    lost: fc.integer({ min: 1, max: 3000 }),
    found: fc.constant(noBytes()),
  }),
  fc.record({ place: anyPlace, lost: fc.integer({ min: 1, max: 300 }), found: bytes(300) }),
  fc.record({
    place: anyPlace,
    lost: fc.constant(Number.MAX_SAFE_INTEGER),
    found: fc.constant(noBytes()),
  }),
);

function noBytes(): Uint8Array {
  return new Uint8Array();
}

/**
 * Applies damage to a file.
 *
 * @returns `file`, the damaged file; `whole`, whether each part is undamaged; and `hasPartialLoss`, whether
 *   the damage begins or ends within a part
 */
export function damaged(
  parts: readonly Uint8Array[],
  { place, lost, found }: Damage,
): { file: Buffer; whole: boolean[]; hasPartialLoss: boolean } {
  const before = Buffer.concat(parts);
  const from = Math.floor(place * before.length);
  const to = Math.min(before.length, from + lost);
  const boundaries = new Set([0]);
  let end = 0;
  const whole = parts.map((part) => {
    const start = end;
    end += part.length;
    boundaries.add(end);
    return end <= from || start >= to;
  });
  return {
    file: Buffer.concat([before.subarray(0, from), found, before.subarray(to)]),
    whole,
    hasPartialLoss: !boundaries.has(from) || !boundaries.has(to),
  };
}
