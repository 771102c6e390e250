/**
 * An address of the web from a record, as a browser would write it; nothing for any other, such as
 * `javascript:`.
 */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
