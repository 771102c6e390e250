import type { JsonSchema } from '../../../catalog/records/json-schema.js';
import { lazy } from '../../../search/index.js';
import { FIELD_NAMES, PART_OF, RECORD_PARTS, type RecordPart } from '../title-codec.js';
import {
  FIELD_SHAPES,
  isIncomplete,
  nextFields,
  type RecordField,
  type Shape,
} from './title-part-check.js';

/** The characters that have a class of their own: their index. The class of a digit is therefore its value. */
const CHARACTERS = '0123456789",[]\\/.ABCDEFabcdeflnrstu';
/** The class of all other characters, except control characters. */
const OTHER = CHARACTERS.length;
/** The class of control characters, and of codes without a symbol. No state accepts it. */
export const INVALID = OTHER + 1;
/** The binary logarithm of the number of cells that each state has in the table, at least the number of classes. */
export const CLASS_BITS = 6;

const [QUOTE, COMMA, OPEN, CLOSE, BACKSLASH, POINT] = classesOf('",[]\\.');
/** The classes of the characters that follow a value. */
const ENDS = [COMMA, CLOSE];
const DIGITS = classesOf('0123456789');
const HEXADECIMAL = classesOf('0123456789ABCDEFabcdef');

/** The maximum number of digits before the decimal point. A number with more digits could be infinite. */
const MAX_DIGITS = 15;

/** A state, and the next state by the class of the next character. A class without a next state is refused. */
class State {
  readonly next: (State | undefined)[] = [];

  /** @param isIndex whether the state follows a digit of the index of a shared string */
  constructor(readonly isIndex = false) {}

  on(classes: readonly number[], state: State): void {
    for (const each of classes) this.next[each] = state;
  }

  /** Copies the transitions of another state for some classes. Default: for all classes. */
  like({ next }: State, classes: Iterable<number> = next.keys()): void {
    for (const each of classes) this.next[each] = next[each];
  }

  refuse(classes: readonly number[]): void {
    for (const each of classes) this.next[each] = undefined;
  }
}

/**
 * Adds the transitions from a state over a value to the state after the value. The transitions of the state after the
 * value must be complete, because they are copied to the states at the end of numbers.
 *
 * @param emptyShared the index of the empty shared string, if there is one
 */
function addValue(from: State, shape: Shape, after: State, emptyShared?: number): void {
  switch (shape.kind) {
    case 'string':
      addString(from, after, shape.schema);
      break;
    case 'shared':
      addIndex(from, after, shape.mayBeEmpty ? undefined : emptyShared);
      break;
    case 'number':
      addNumber(from, after, shape.schema.type === 'integer', shape.schema.minimum ?? 0);
      break;
    case 'boolean':
      addWord(from, 'true', after);
      addWord(from, 'false', after);
      break;
    case 'list':
      addList(from, shape.item, after, emptyShared);
      break;
    case 'record':
      addRecord(from, shape.fields, after, emptyShared);
      break;
    // The exact check reads a title with nested values.
    case 'object':
      break;
  }
}

function addList(from: State, item: Shape, after: State, emptyShared?: number): void {
  const [open, start, afterItem] = [new State(), new State(), new State()];
  from.on([OPEN], open);
  afterItem.on([COMMA], start);
  afterItem.on([CLOSE], after);
  addValue(start, item, afterItem, emptyShared);
  open.like(start);
  open.on([CLOSE], after);
}

function addRecord(
  from: State,
  fields: readonly RecordField[],
  after: State,
  emptyShared?: number,
): void {
  let start = new State();
  let mayEnd = true;
  for (const [i, { shape, isRequired }] of [...fields.entries()].toReversed()) {
    const afterField = new State();
    if (i < fields.length - 1) afterField.on([COMMA], start);
    if (mayEnd) afterField.on([CLOSE], after);
    start = new State();
    addValue(start, shape, afterField, emptyShared);
    if (!isRequired) addWord(start, 'null', afterField);
    mayEnd &&= !isRequired;
  }
  const open = new State();
  from.on([OPEN], open);
  open.like(start);
  if (mayEnd) open.on([CLOSE], after);
}

function addString(from: State, after: State, { minLength, format }: JsonSchema): void {
  const [text, escaped, unicode] = [new State(), new State(), new State()];
  text.on([...classesOf(CHARACTERS), OTHER], text);
  text.on([BACKSLASH], escaped);
  // An escape could be an unpaired surrogate.
  if (format === 'whole-characters') text.refuse([BACKSLASH]);
  const start = minLength === undefined ? text : new State();
  from.on([QUOTE], start);
  text.refuse([QUOTE]);
  start.like(text);
  text.on([QUOTE], after);
  escaped.on(classesOf('"\\/bfnrt'), text);
  escaped.on(classesOf('u'), unicode);
  let digit = unicode;
  for (let i = 0; i < 3; i++) {
    const next = new State();
    digit.on(HEXADECIMAL, next);
    digit = next;
  }
  digit.on(HEXADECIMAL, text);
}

/** Adds whole numbers of any size, except a refused number. */
function addIndex(from: State, after: State, refused?: number): void {
  const [zero, digits] = [new State(true), new State(true)];
  from.on([0], zero);
  from.on(DIGITS.slice(1), digits);
  digits.on(DIGITS, digits);
  zero.like(after, ENDS);
  digits.like(after, ENDS);
  if (refused === undefined) return;
  let before = from;
  for (const digit of classesOf(String(refused))) {
    const state = new State(true);
    state.like(digit === 0 && before === from ? zero : digits);
    before.on([digit], state);
    before = state;
  }
  before.refuse(ENDS);
}

/** Adds numbers of at most {@link MAX_DIGITS} digits before the decimal point, without sign and exponent. */
function addNumber(from: State, after: State, isInteger: boolean, minimum: number): void {
  if (minimum > 0) return;
  const fraction = new State();
  const fractionDigits = new State();
  fraction.on(DIGITS, fractionDigits);
  fractionDigits.on(DIGITS, fractionDigits);
  fractionDigits.like(after, ENDS);
  const addDigits = (before: State, digits: readonly number[]) => {
    const state = new State();
    before.on(digits, state);
    state.like(after, ENDS);
    if (!isInteger) state.on([POINT], fraction);
    return state;
  };
  addDigits(from, [0]);
  let last = addDigits(from, DIGITS.slice(1));
  for (let length = 1; length < MAX_DIGITS; length++) last = addDigits(last, DIGITS);
}

function addWord(from: State, word: string, after: State): void {
  const classes = classesOf(word);
  let state = from;
  classes.forEach((each, i) => {
    const next = i === classes.length - 1 ? after : (state.next[each] ?? new State());
    state.on([each], next);
    state = next;
  });
}

/** Returns the state at the beginning of a part of a title. */
function startOf(part: RecordPart, end: State, emptyShared?: number): State {
  /** The state before the value of each field. */
  const values: State[] = [];
  /** Adds what may follow the field before `next`. */
  const addFields = (state: State, next: number) => {
    for (const field of nextFields(part, next)) addWord(state, `${field},`, values[field]);
  };
  for (let field = FIELD_NAMES.length - 1; field >= 0; field--) {
    if (PART_OF.get(FIELD_NAMES[field]) !== part) continue;
    const [value, after, next] = [new State(), new State(), new State()];
    addFields(next, field + 1);
    after.on([COMMA], next);
    if (!isIncomplete(part, field + 1)) after.on([CLOSE], end);
    addValue(value, FIELD_SHAPES[field], after, emptyShared);
    values[field] = value;
  }
  const [start, open] = [new State(), new State()];
  start.on([OPEN], open);
  addFields(open, 0);
  if (!isIncomplete(part, 0)) open.on([CLOSE], end);
  return start;
}

/** An automaton that recognizes the parts of titles, one character after the other. Its states are numbers. */
export interface CharacterAutomaton {
  /** The next state of state `s` for a character of class `c`, at `(s << CLASS_BITS) | c`. State 0 accepts nothing. */
  readonly table: Uint16Array;
  readonly start: Readonly<Record<RecordPart, number>>;
  /** The state after a whole part. */
  readonly end: number;
  /** 1 for each state after a digit of an index. */
  readonly isIndex: Uint8Array;
}

function createAutomaton(emptyShared?: number): CharacterAutomaton {
  const end = new State();
  const starts = RECORD_PARTS.map((part) => startOf(part, end, emptyShared));
  const reached = new Set<State>([new State(), ...starts]);
  for (const { next } of reached)
    for (const state of next) if (state !== undefined) reached.add(state);
  const inOrder = [...reached];
  const numbers = new Map(inOrder.map((state, number) => [state, number]));
  const numberOf = (state: State) => numbers.get(state) ?? 0;
  const table = new Uint16Array(numbers.size << CLASS_BITS);
  for (const [{ next }, number] of numbers) {
    next.forEach((state, each) => {
      if (state !== undefined) table[(number << CLASS_BITS) | each] = numberOf(state);
    });
  }
  return {
    table,
    start: Object.fromEntries(
      RECORD_PARTS.map((part, i) => [part, numberOf(starts[i])]),
    ) as CharacterAutomaton['start'],
    end: numberOf(end),
    isIndex: Uint8Array.from(inOrder, ({ isIndex }) => (isIndex ? 1 : 0)),
  };
}

const withoutEmptyShared = lazy(() => createAutomaton());

/**
 * Returns the automaton that recognizes parts of titles that can be decoded.
 *
 * @param emptyShared The index of the empty shared string. A field that may not be empty does not accept it. Undefined if
 *   there is no empty shared string.
 */
export function characterAutomaton(emptyShared: number | undefined): CharacterAutomaton {
  return emptyShared === undefined ? withoutEmptyShared() : createAutomaton(emptyShared);
}

/** The class of each byte. */
export const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const index = CHARACTERS.indexOf(String.fromCharCode(byte));
  if (index >= 0) return index;
  return byte < 0x20 ? INVALID : OTHER;
});

function classesOf(characters: string): number[] {
  return Array.from(characters, (character) => CHARACTERS.indexOf(character));
}
