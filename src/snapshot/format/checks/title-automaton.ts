import type { StringTableData } from '../../../search/index.js';
import { ESCAPE } from '../fsst.js';
import type { RecordPart } from '../title-codec.js';
import {
  type CharacterAutomaton,
  CLASS_BITS,
  CLASSES,
  characterAutomaton,
  INVALID,
} from './character-automaton.js';

/** The number of codes. An escaped byte has the code 256 plus the byte. */
const CODES = 512;

/**
 * An upper bound of the number of effects of all codes. A symbol has up to 16 bytes, and thus at most 34 effects: up to 16
 * digits at its beginning continue an index, and all digits at its end begin an index or belong to none.
 */
const MAX_EFFECTS = 1 << 14;

/**
 * The effect of a code that neither begins nor ends with digits of an index. It is the most frequent effect, and has the
 * number 0.
 */
const NO_INDEX = [1, 0, 0, 0];
/** Transitions below this number have the effect {@link NO_INDEX}. */
const FIRST_EFFECT = 1 << 16;

/**
 * Recognizes parts of titles that can be decoded, in their compressed form. It refuses a few valid parts that no encoder
 * writes, such as parts with white space, and numbers with exponents.
 *
 * The automaton reads one code at a time. The transition of a state over the bytes of a code is computed at its first
 * use.
 */
export class TitleAutomaton {
  private readonly automaton: CharacterAutomaton;
  private readonly start: number;
  private readonly sharedCount: number;
  /** The classes of the bytes of each code. A code without a symbol has 1 invalid byte. */
  private readonly classes: readonly Uint8Array[];
  /** The number of bytes of each code. */
  private readonly lengths: Uint8Array;
  /**
   * The transition from state `s` over code `c`, at `s * CODES + c`: the next state in the lower 16 bits, and above them
   * the number of an effect on the index of a shared string, where {@link NO_INDEX} has the number 0. 0: not computed.
   */
  private readonly transitions: Int32Array;
  /**
   * The effects, of 4 numbers each: `factor`, `addend`, `isContinued` and `start`. The first digits of a code continue an
   * index: it becomes `index * factor + addend`. After the code, it is `index * isContinued + start`.
   */
  private readonly effects = new Float64Array(4 * MAX_EFFECTS);
  /** The number of each effect. */
  private readonly effectNumbers = new Map<string, number>();

  /**
   * @param symbols the valid symbols of the compressed parts
   * @param sharedSizes the size of each shared string in bytes
   */
  constructor(part: RecordPart, { offsets, bytes }: StringTableData, sharedSizes: Uint32Array) {
    const emptyShared = sharedSizes.indexOf(0);
    this.automaton = characterAutomaton(emptyShared < 0 ? undefined : emptyShared);
    // No encoder writes a second empty string.
    const secondEmpty = sharedSizes.indexOf(0, emptyShared + 1);
    this.sharedCount = secondEmpty < 0 ? sharedSizes.length : secondEmpty;
    this.start = this.automaton.start[part];
    this.classes = Array.from({ length: CODES }, (_, code) => {
      if (code >= 256) return Uint8Array.of(CLASSES[code - 256]);
      if (code + 1 >= offsets.length) return Uint8Array.of(INVALID);
      return bytes.slice(offsets[code], offsets[code + 1]).map((byte) => CLASSES[byte]);
    });
    this.lengths = Uint8Array.from(this.classes, ({ length }) => length);
    this.transitions = new Int32Array(this.automaton.isIndex.length * CODES);
    this.effectNumber(NO_INDEX);
  }

  /**
   * Returns the size in bytes of a decompressed part, or -1 if the automaton does not recognize the part.
   *
   * @param bytes the compressed parts, of which the part is from `start` up to but not including `end`
   */
  sizeOf(bytes: Uint8Array, start: number, end: number): number {
    const { lengths, transitions, effects, sharedCount } = this;
    let state = this.start;
    let size = 0;
    /** The index of a shared string up to here, otherwise 0. */
    let index = 0;
    for (let at = start; at < end; at++) {
      let code = bytes[at];
      if (code === ESCAPE) {
        if (++at === end) return -1;
        code = 256 + bytes[at];
      }
      size += lengths[code];
      const transition = transitions[state * CODES + code] || this.addTransition(state, code);
      if (transition === 0) return -1;
      state = transition & 0xffff;
      if (transition < FIRST_EFFECT) {
        index = 0;
        continue;
      }
      const effect = 4 * (transition >>> 16);
      index = index * effects[effect] + effects[effect + 1];
      if (index >= sharedCount) return -1;
      index = index * effects[effect + 2] + effects[effect + 3];
    }
    return state === this.automaton.end ? size : -1;
  }

  /** Computes the transition from a state over a code. Refuses an index within the code that is too large. */
  private addTransition(state: number, code: number): number {
    const { table, isIndex } = this.automaton;
    let next = state;
    let [factor, addend, index] = [1, 0, 0];
    let isContinued = true;
    for (const each of this.classes[code]) {
      next = table[(next << CLASS_BITS) | each];
      if (isIndex[next] === 0) {
        isContinued = false;
        index = 0;
      } else if (isContinued) {
        factor *= 10;
        addend = addend * 10 + each;
      } else {
        index = index * 10 + each;
        if (index >= this.sharedCount) return 0;
      }
    }
    const effect = [factor, addend, isContinued ? 1 : 0, isContinued ? 0 : index];
    const transition = (this.effectNumber(effect) << 16) | next;
    this.transitions[state * CODES + code] = transition;
    return transition;
  }

  private effectNumber(effect: readonly number[]): number {
    const key = effect.join();
    const known = this.effectNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.effectNumbers.size;
    this.effectNumbers.set(key, number);
    this.effects.set(effect, 4 * number);
    return number;
  }
}
