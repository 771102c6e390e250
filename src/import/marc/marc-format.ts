/* Defines the formats of MARC records, which give tags and codes their meaning. */

/** A format of MARC records. */
export type MarcFormat = 'marc21';
