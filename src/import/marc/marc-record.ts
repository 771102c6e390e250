/**
 * A MARC 21 bibliographic record as its file holds it: nothing added, nothing left out, texts as
 * composed Unicode (NFC).
 */
export interface MarcRecord {
  /** The 24 characters of the leader; shorter ones are filled up with spaces. */
  readonly leader: string;
  /** The fields in the order of the file. */
  readonly fields: readonly MarcField[];
}

/** A field of a record: a control field has a value, a data field has subfields. */
export type MarcField = MarcControlField | MarcDataField;

/** A field 001 to 009. */
export interface MarcControlField {
  /** Three characters, such as `008`. */
  readonly tag: string;
  readonly value: string;
}

/** A field from 010 on. */
export interface MarcDataField {
  /** Three characters, such as `245`. */
  readonly tag: string;
  /** One character each; a blank is a space. */
  readonly indicator1: string;
  readonly indicator2: string;
  /** The subfields in the order of the file. */
  readonly subfields: readonly MarcSubfield[];
}

/** A part of a data field. */
export interface MarcSubfield {
  /** One character, such as `a`. */
  readonly code: string;
  readonly value: string;
}
