import { normalized } from '../../../search/analysis/normalized.js';
import type { MarcDataField, MarcField, MarcRecord, MarcSubfield } from '../marc-record.js';

type Attributes = Readonly<Record<string, string>>;

const LEADER = 24;
const LINE_BREAK_BEFORE = /^[ \t]*[\r\n]\s*/;
const LINE_BREAK_BEHIND = /[\r\n][ \t]*$/;

/** Makes one record of the elements of MARCXML in it. */
export class RecordCollector {
  readonly #fields: MarcField[] = [];
  readonly #repairs = new Set<string>();
  #leader: string | undefined;
  #indicators: Pick<MarcDataField, 'tag' | 'indicator1' | 'indicator2'> | undefined;
  #subfields: MarcSubfield[] = [];
  /** The text of the element that is open, where it is one with a text. */
  #text: string | undefined;
  #label = '';
  #hasOtherElements = false;

  /** Whether nothing of MARC was in it: what some answers of servers call a record is an envelope. */
  get isEnvelope(): boolean {
    return this.isEmpty && this.#hasOtherElements;
  }

  /** Whether no leader and no field was in it. */
  get isEmpty(): boolean {
    return this.#leader === undefined && this.#fields.length === 0;
  }

  /** Field 001, where it was read. */
  get controlNumber(): string | undefined {
    const field = this.#fields.find(({ tag }) => tag === '001');
    return field !== undefined && 'value' in field ? field.value.trim() : undefined;
  }

  /** Notes what was damaged and read as well as it could be. */
  repair(sentence: string): void {
    this.#repairs.add(sentence);
  }

  /** An element begins. */
  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'leader':
        this.#text = '';
        break;
      case 'controlfield':
        this.#label = this.#tagOf(attributes);
        this.#text = '';
        break;
      case 'datafield':
        this.#indicators = {
          tag: this.#tagOf(attributes),
          indicator1: attributes.ind1?.[0] ?? ' ',
          indicator2: attributes.ind2?.[0] ?? ' ',
        };
        this.#subfields = [];
        break;
      case 'subfield':
        this.#label = attributes.code?.[0] ?? this.#withoutCode();
        this.#text = '';
        break;
      default:
        this.#hasOtherElements = true;
    }
  }

  /** Text of the element that is open. */
  text(text: string): void {
    if (this.#text !== undefined) this.#text += text;
  }

  /** An element ends. */
  close(name: string): void {
    if (name === 'datafield' && this.#indicators !== undefined) {
      this.#fields.push({ ...this.#indicators, subfields: this.#subfields });
      this.#indicators = undefined;
    }
    if (this.#text === undefined) return;
    const value = this.#valueOf(this.#text);
    if (name === 'leader') this.#leader = value;
    else if (name === 'controlfield') this.#fields.push({ tag: this.#label, value });
    else if (name === 'subfield') this.#subfields.push({ code: this.#label, value });
    this.#text = undefined;
  }

  /** The record, with a sentence for each thing that was repaired. */
  end(): { record: MarcRecord; repairs: readonly string[] } {
    if (this.#leader === undefined) this.repair('There is no leader in it.');
    const leader = (this.#leader ?? '').slice(0, LEADER).padEnd(LEADER);
    return { record: { leader, fields: this.#fields }, repairs: [...this.#repairs] };
  }

  #valueOf(text: string): string {
    const value = withoutLineBreaks(text);
    if (value.includes('\ufffd')) {
      const tag = this.#indicators?.tag ?? (this.#label || 'leader');
      this.repair(`${tag}: it holds U+FFFD where a character could not be read.`);
    }
    return normalized(value, 'NFC');
  }

  #tagOf({ tag }: Attributes): string {
    if (tag !== undefined && tag.length === 3) return tag;
    this.repair(
      `A field has ${tag === undefined ? 'no tag' : `the tag '${tag}'`}; wanted three characters.`,
    );
    return (tag ?? '').slice(0, 3).padEnd(3);
  }

  #withoutCode(): string {
    this.repair(
      `${this.#indicators?.tag}: a subfield has no code; its text was kept under the code U+FFFD.`,
    );
    return '\ufffd';
  }
}

/** A text without line breaks around it, which a printer of XML put there: MARC has none. */
function withoutLineBreaks(text: string): string {
  if (!text.includes('\n')) return text;
  const rest = text.replace(LINE_BREAK_BEFORE, '');
  return LINE_BREAK_BEHIND.test(rest) ? rest.trimEnd() : rest;
}
