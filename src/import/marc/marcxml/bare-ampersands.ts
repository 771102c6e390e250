/** The entity that stands for an ampersand which was written as it is, and not as `&amp;`. */
export const BARE_AMPERSAND = 'carrel.bare-ampersand';

const MARK = `&${BARE_AMPERSAND};`;

/** An ampersand that begins no reference. */
const BARE = /&(?!(?:#\d{1,9}|#x[\da-f]{1,8}|[a-z_:][\w.:-]{0,62});)/gi;

/** What may become one, or a reference, with the text behind it. */
const UNFINISHED = /&[#\w.:-]{0,63}$/;

/**
 * Marks the bare ampersands of XML as references to {@link BARE_AMPERSAND}: a parser would take all up
 * to the next semicolon for the name of an entity. Many exports have them, in addresses above all.
 * Those of CDATA sections, which may be bare, are marked too; {@link withoutMarks} takes that back.
 *
 * Holds back no more of the text than one reference.
 */
export class BareAmpersands {
  #rest = '';

  /** The text with them marked, as far as it is settled with this piece. */
  push(piece: string): string {
    const text = this.#rest + piece;
    const end = UNFINISHED.exec(text)?.index ?? text.length;
    this.#rest = text.slice(end);
    return marked(text.slice(0, end));
  }

  /** The rest of the text. */
  end(): string {
    return marked(this.#rest);
  }
}

function marked(text: string): string {
  return text.includes('&') ? text.replace(BARE, MARK) : text;
}

/** The text of a CDATA section as it was before its ampersands were marked. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '&');
}
