import type { MarcDataField } from '../marc/marc-record.js';

const LINK = /^(\d{3})-\d\d/;

/**
 * A field 880 as the field that it is another script's form of, which its $6 names: `245-02/(2/r`.
 * Some systems write the link into another subfield; it is taken wherever it stands.
 *
 * @returns nothing for a field that is linked to none
 */
export function linkedField(field: MarcDataField): MarcDataField | undefined {
  const link =
    field.subfields.find(({ code, value }) => code === '6' && LINK.test(value)) ??
    field.subfields.find(({ value }) => LINK.test(value) && value.includes('/'));
  const tag = link === undefined ? undefined : LINK.exec(link.value)?.[1];
  return tag === undefined ? undefined : { ...field, tag };
}
