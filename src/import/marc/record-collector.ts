/*
 * Parses MARC records in XML, for `read-marcxml.ts` and for the responses of OAI-PMH. The parser accepts common faults,
 * such as a bare `&`, and the collector builds a record from the elements.
 */

import { SaxesParser } from 'saxes';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import {
  controlText,
  type MarcDataField,
  type MarcField,
  type MarcRecord,
  type MarcSubfield,
} from './marc-record.js';

/** Handlers for the parts of XML. Errors that they throw stop the parser. */
interface XmlHandlers {
  /** Handles a start tag. The name has its prefix. */
  open(name: string, attributes: Attributes): void;
  /** Handles an end tag. The name has its prefix. */
  close(name: string): void;
  text(text: string): void;
  /** Handles an error after which the parser cannot continue. */
  fail(message: string): void;
  /** Handles an error after which the parser continues, such as an undefined entity. */
  tolerate?(message: string): void;
  /** Handles an ampersand that does not begin a reference. */
  tolerateAmpersand?(): void;
}

/** A parser of the output of {@link BareAmpersands}. */
export type XmlParser = SaxesParser<{ xmlns: false; position: false }>;

/**
 * Messages of the parser for errors after which it can continue: an undefined entity, which is common
 * because document types are not read; a reference to an invalid character; and `]]>` in text.
 */
const HARMLESS_XML_ERRORS: readonly string[] = [
  'undefined entity.',
  'malformed character entity.',
  'the string "]]>" is disallowed in char data.',
];

/**
 * Creates a parser.
 *
 * @param startTags start tags that the parser has read, so that it accepts their end tags. The handlers are not called.
 */
export function xmlParser(handlers: XmlHandlers, startTags = ''): XmlParser {
  const parser: XmlParser = new SaxesParser({ xmlns: false, position: false });
  // The getter runs at each use of the entity.
  Object.defineProperty(parser.ENTITIES, BARE_AMPERSAND, {
    get: () => {
      handlers.tolerateAmpersand?.();
      return '&';
    },
  });
  parser.write(startTags);
  parser.on('error', ({ message }) => {
    if (HARMLESS_XML_ERRORS.includes(message)) handlers.tolerate?.(message);
    else handlers.fail(message);
  });
  parser.on('opentag', ({ name, attributes }) => handlers.open(name, attributes));
  parser.on('closetag', ({ name }) => handlers.close(name));
  parser.on('text', (text) => handlers.text(text));
  parser.on('cdata', (text) => handlers.text(text.replaceAll(MARK, '&')));
  return parser;
}

/** The elements of UNIMARC slim XML, and their names in MARCXML. */
const SLIM_NAMES: Readonly<Record<string, string>> = {
  rec: 'record',
  lab: 'leader',
  cf: 'controlfield',
  df: 'datafield',
  sf: 'subfield',
};

/**
 * Returns the name of an element in MARCXML, without its namespace prefix, because exports use several namespaces or
 * none.
 */
export function marcXmlName(name: string): string {
  const local = name.slice(name.indexOf(':') + 1);
  return Object.hasOwn(SLIM_NAMES, local) ? SLIM_NAMES[local] : local;
}

/** The name of the entity that replaces a bare ampersand, which is an `&` that does not begin a reference. */
const BARE_AMPERSAND = 'carrel.bare-ampersand';

const MARK = `&${BARE_AMPERSAND};`;

/** Matches an ampersand that does not begin a reference to an entity or character. */
const BARE = /&(?!(?:#\d{1,9}|#x[\da-f]{1,8}|[a-z_:][\w.:-]{0,62});)/gi;

/** Matches the end of a piece from an ampersand on, if the next piece can complete a reference. */
const UNFINISHED = /&[#\w.:-]{0,63}$/;

/**
 * Replaces bare ampersands in XML with references to {@link BARE_AMPERSAND}, because a parser would read everything up
 * to the next semicolon as the name of an entity. Many exports have bare ampersands, especially in URLs. Also replaces
 * ampersands in CDATA sections, where ampersands are valid; {@link xmlParser} restores these ampersands.
 *
 * Buffers at most 64 characters.
 */
export class BareAmpersands {
  #rest = '';

  /** Adds a piece of text and returns the text that is complete, with bare ampersands replaced. */
  push(piece: string): string {
    const text = this.#rest + piece;
    const end = UNFINISHED.exec(text)?.index ?? text.length;
    this.#rest = text.slice(end);
    return replaceBareAmpersands(text.slice(0, end));
  }

  /** Returns the rest of the text. */
  end(): string {
    return replaceBareAmpersands(this.#rest);
  }
}

function replaceBareAmpersands(text: string): string {
  return text.includes('&') ? text.replace(BARE, MARK) : text;
}

/** The maximum length of a record with its tags, and of the text between two records. */
export const MAX_RECORD_CHARS = 4_000_000;

type Attributes = Readonly<Record<string, string>>;

const LEADER_CHARS = 24;
const LINE_BREAK_BEFORE = /^[ \t]*[\r\n]\s*/;
const LINE_BREAK_AFTER = /[\r\n][ \t]*$/;

/** Builds one record from its MARCXML elements. */
export class RecordCollector {
  readonly #fields: MarcField[] = [];
  readonly #repairs = new Set<string>();
  #leader: string | undefined;
  #indicators: Pick<MarcDataField, 'tag' | 'indicator1' | 'indicator2'> | undefined;
  #subfields: MarcSubfield[] = [];
  /** The text of the open leader, control field or subfield. */
  #text: string | undefined;
  /** The tag of the open control field or the code of the open subfield. */
  #label = '';
  /** Whether fields are embedded in the open data field, as in the links of UNIMARC. */
  #isEmbedding = false;
  #hasOtherElements = false;

  /** Whether the record has only elements of other formats, like an OAI-PMH record without a MARC record. */
  get isEnvelope(): boolean {
    return this.isEmpty && this.#hasOtherElements;
  }

  /** Whether the record has neither a leader nor a field. */
  get isEmpty(): boolean {
    return this.#leader === undefined && this.#fields.length === 0;
  }

  /** Field 001, if it was read. */
  get controlNumber(): string | undefined {
    return controlText(this.#fields, '001');
  }

  /** Adds the message of a repair, unless the record already has the same message. */
  repair(message: string): void {
    this.#repairs.add(message);
  }

  /**
   * Handles a start tag.
   *
   * @param name the name of the element, without a namespace prefix
   */
  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'leader':
        this.#text = '';
        break;
      case 'controlfield':
        this.#label = this.#tagOf(attributes);
        this.#text = '';
        break;
      case 'datafield': {
        const tag = this.#tagOf(attributes);
        const { ind1 = attributes.i1, ind2 = attributes.i2 } = attributes;
        const [indicator1, indicator2] = [ind1?.[0] ?? ' ', ind2?.[0] ?? ' '];
        if (this.#isEmbedding) this.#embed(`${tag}${indicator1}${indicator2}`);
        else {
          this.#indicators = { tag, indicator1, indicator2 };
          this.#subfields = [];
        }
        break;
      }
      case 's1':
        this.#isEmbedding = true;
        break;
      case 'subfield':
        this.#label = this.#codeOf(attributes);
        this.#text = '';
        break;
      default:
        this.#hasOtherElements = true;
    }
  }

  /** Adds text of the open element. */
  text(text: string): void {
    if (this.#text !== undefined) this.#text += text;
  }

  /** Adds the beginning of an embedded field, as in ISO 2709: `$12001 $aEmma`. */
  #embed(value: string): void {
    this.#subfields.push({ code: '1', value });
  }

  /** Handles an end tag. The name has no namespace prefix. */
  close(name: string): void {
    if (name === 's1') this.#isEmbedding = false;
    if (name === 'datafield' && this.#indicators !== undefined && !this.#isEmbedding) {
      this.#fields.push({ ...this.#indicators, subfields: this.#subfields });
      this.#indicators = undefined;
    }
    if (this.#text === undefined) return;
    const value = this.#valueOf(this.#text);
    if (name === 'leader') this.#leader = value;
    else if (name === 'controlfield' && this.#isEmbedding) this.#embed(this.#label + value);
    else if (name === 'controlfield') this.#fields.push({ tag: this.#label, value });
    else if (name === 'subfield') this.#subfields.push({ code: this.#label, value });
    this.#text = undefined;
  }

  end(): { record: MarcRecord; repairs: readonly string[] } {
    if (this.#leader === undefined) this.repair('expected a leader, found none');
    const leader = (this.#leader ?? '').slice(0, LEADER_CHARS).padEnd(LEADER_CHARS);
    return { record: { leader, fields: this.#fields }, repairs: [...this.#repairs] };
  }

  #valueOf(text: string): string {
    const value = withoutLineBreaks(text);
    if (value.includes('\ufffd')) {
      const tag = this.#indicators?.tag ?? (this.#label || 'leader');
      this.repair(`${tag}: expected valid characters, found U+FFFD`);
    }
    return normalizeUnicode(value, 'NFC');
  }

  #tagOf({ t, tag = t }: Attributes): string {
    if (tag !== undefined && tag.length === 3) return tag;
    this.repair(
      `expected a tag of three characters, found ${tag === undefined ? 'none' : `'${tag}'`}`,
    );
    return (tag ?? '').slice(0, 3).padEnd(3);
  }

  #codeOf({ c = '', code = c }: Attributes): string {
    if (code.length === 1) return code;
    const found = code === '' ? 'none' : `'${code}'`;
    this.repair(
      `${this.#indicators?.tag}: expected a subfield code of one character, found ${found}; the text was kept under the code U+FFFD`,
    );
    return '\ufffd';
  }
}

/** Removes the line breaks and indentation that XML formatting adds around a value. */
function withoutLineBreaks(text: string): string {
  if (!text.includes('\n')) return text;
  const rest = text.replace(LINE_BREAK_BEFORE, '');
  return LINE_BREAK_AFTER.test(rest) ? rest.trimEnd() : rest;
}
