import type { JsonSchema } from '../../../catalog/records/json-schema.js';
import { titleSchema } from '../../../catalog/records/title.js';
import { FIELD_FORMS, FIELD_NAMES, type Form, PART_OF, type Part } from '../title-codec.js';

/** The values that a form accepts. `fields` are the fields of a record in order. */
type Shape =
  | { readonly kind: 'string' | 'boolean' | 'shared' }
  | { readonly kind: 'number'; readonly schema: JsonSchema }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'record'; readonly fields: readonly RecordField[] };

interface RecordField {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

function shapeOf(form: Form, schema: JsonSchema): Shape {
  if (form === 'shared') return { kind: 'shared' };
  if (form === 'plain') {
    if (schema.type === 'number' || schema.type === 'integer') return { kind: 'number', schema };
    return { kind: schema.type === 'boolean' ? 'boolean' : 'string' };
  }
  if ('list' in form) return { kind: 'list', item: shapeOf(form.list, schema.items ?? {}) };
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(form.record).map(([name, part]) => ({
    shape: shapeOf(part, properties[name]),
    isRequired: required.includes(name),
  }));
  return { kind: 'record', fields };
}

const SHAPES = FIELD_NAMES.map((name, number) =>
  shapeOf(FIELD_FORMS[number], titleSchema.properties[name]),
);

/** The part of each field. */
const PARTS = FIELD_NAMES.map((name) => PART_OF.get(name));

/** The number of required fields: the title and the format, which have the lowest numbers. */
const REQUIRED_FIELDS = titleSchema.required.length - 1;

const QUOTE = 0x22;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const LETTER_U = 0x75;
/** The characters that may follow a backslash, except `u`. */
const ESCAPED = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)));
/** A number of at most this many digits is finite and a whole number. */
const MAX_DIGITS = 15;

/**
 * Checks the bytes of encoded titles without decoding them, which would take several times as long. The JSON of a
 * valid part has no white space.
 */
export class TitlePartCheck {
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;
  /** The size in bytes of the shared strings in the part that was checked last. A repeated string counts again. */
  sharedBytes = 0;

  /** @param sharedSizes the size of each shared string in bytes */
  constructor(private readonly sharedSizes: Uint32Array) {}

  /** Returns whether `decodeTitle` can decode a part of a title. */
  isValid(part: Part, bytes: Uint8Array): boolean {
    this.bytes = bytes;
    this.at = 0;
    this.sharedBytes = 0;
    return this.skip(OPEN) && this.isFields(part) && this.at === bytes.length;
  }

  /** Reads the numbers and values of fields, and the end of the array. */
  private isFields(part: Part): boolean {
    let next = 0;
    if (!this.skip(CLOSE)) {
      do {
        const field = this.index(FIELD_NAMES.length);
        const isExpected =
          part === 'summary' && next < REQUIRED_FIELDS ? field === next : field >= next;
        if (!isExpected || PARTS[field] !== part) return false;
        if (!this.skip(COMMA) || !this.isValue(SHAPES[field])) return false;
        next = field + 1;
      } while (this.skip(COMMA));
      if (!this.skip(CLOSE)) return false;
    }
    return part !== 'summary' || next >= REQUIRED_FIELDS;
  }

  private isValue(shape: Shape): boolean {
    switch (shape.kind) {
      case 'string':
        return this.isString();
      case 'shared': {
        const index = this.index(this.sharedSizes.length);
        if (index < 0) return false;
        this.sharedBytes += this.sharedSizes[index];
        return true;
      }
      case 'number':
        return this.isNumber(shape.schema);
      case 'boolean':
        return this.skipWord('true') || this.skipWord('false');
      case 'list':
        return this.isList(shape.item);
      case 'record':
        return this.isRecord(shape.fields);
    }
  }

  private isList(item: Shape): boolean {
    if (!this.skip(OPEN)) return false;
    if (this.skip(CLOSE)) return true;
    do {
      if (!this.isValue(item)) return false;
    } while (this.skip(COMMA));
    return this.skip(CLOSE);
  }

  private isRecord(fields: readonly RecordField[]): boolean {
    if (!this.skip(OPEN)) return false;
    let number = 0;
    if (!this.skip(CLOSE)) {
      do {
        if (number === fields.length) return false;
        const { isRequired, shape } = fields[number++];
        const isAbsent = !isRequired && this.skipWord('null');
        if (!isAbsent && !this.isValue(shape)) return false;
      } while (this.skip(COMMA));
      if (!this.skip(CLOSE)) return false;
    }
    for (; number < fields.length; number++) if (fields[number].isRequired) return false;
    return true;
  }

  /** Reads a whole number below a limit. Returns the number, or -1. */
  private index(limit: number): number {
    const start = this.at;
    let number = 0;
    for (; this.isDigit(); this.at++) number = number * 10 + this.bytes[this.at] - DIGIT_0;
    const length = this.at - start;
    const isCanonical = length > 0 && (length === 1 || this.bytes[start] !== DIGIT_0);
    return isCanonical && number < limit ? number : -1;
  }

  private isNumber(schema: JsonSchema): boolean {
    const { bytes } = this;
    const start = this.at;
    if (this.index(Number.POSITIVE_INFINITY) >= 0 && this.at - start <= MAX_DIGITS) {
      const after = bytes[this.at];
      if (after === COMMA || after === CLOSE) return true;
    }
    while (this.at < bytes.length && bytes[this.at] !== COMMA && bytes[this.at] !== CLOSE)
      this.at++;
    const text = String.fromCharCode(...bytes.subarray(start, Math.min(this.at, start + 32)));
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return false;
    const { type, minimum = Number.NEGATIVE_INFINITY } = schema;
    const number = Number(text);
    return (
      this.at - start <= 32 &&
      number >= minimum &&
      (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number))
    );
  }

  private isString(): boolean {
    if (!this.skip(QUOTE)) return false;
    const { bytes } = this;
    for (let { at } = this; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.at = at + 1;
        return true;
      }
      if (byte < 0x20) return false;
      if (byte !== BACKSLASH) continue;
      const escaped = bytes[++at];
      if (escaped === LETTER_U) {
        for (let end = at + 4; at < end; ) if (!isHexadecimal(bytes[++at])) return false;
      } else if (!ESCAPED.has(escaped)) return false;
    }
    return false;
  }

  private skipWord(word: string): boolean {
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.at + i] !== word.charCodeAt(i)) return false;
    }
    this.at += word.length;
    return true;
  }

  private skip(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  private isDigit(): boolean {
    const byte = this.bytes[this.at];
    return byte >= DIGIT_0 && byte <= DIGIT_9;
  }
}

function isHexadecimal(byte: number): boolean {
  return (byte >= DIGIT_0 && byte <= DIGIT_9) || /[a-fA-F]/.test(String.fromCharCode(byte));
}
