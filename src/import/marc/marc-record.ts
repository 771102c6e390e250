/** A MARC 21 record. The text of its fields is composed Unicode (NFC). */
export interface MarcRecord {
  /** The 24 characters of the leader, padded with spaces. */
  readonly leader: string;
  /** The fields in the order of the file. */
  readonly fields: readonly MarcField[];
}

/** A field: a control field has a value, a data field has subfields. */
export type MarcField = MarcControlField | MarcDataField;

/** A control field, such as 001 or 008. */
export interface MarcControlField {
  /** Three characters, such as `008`. */
  readonly tag: string;
  /** The text of the field. */
  readonly value: string;
}

/** A data field, such as 245. */
export interface MarcDataField {
  /** Three characters, such as `245`. */
  readonly tag: string;
  /** The first indicator, one character; blank is a space. */
  readonly indicator1: string;
  /** The second indicator, one character; blank is a space. */
  readonly indicator2: string;
  /** The subfields in the order of the file. */
  readonly subfields: readonly MarcSubfield[];
}

/** A subfield of a data field. */
export interface MarcSubfield {
  /** One character, such as `a`. U+FFFD replaces a missing code, and an invalid code in ISO 2709. */
  readonly code: string;
  /** The text of the subfield. */
  readonly value: string;
}
