/** The entity that stands for an ampersand which was written as it is, and not as `&amp;`. */
export const BARE_AMPERSAND = 'carrel.bare-ampersand';

/** An ampersand that begins no reference, and what begins and ends texts that have none. */
const PART = /&(?!(?:#\d{1,9}|#x[\da-f]{1,8}|[a-z_:][\w.:-]{0,62});)|<!\[CDATA\[|\]\]>/gi;

/** What may become one of these with the text behind it. */
const UNFINISHED = /(?:&[#\w.:-]{0,63}|<(?:!(?:\[[CDAT]{0,5})?)?|\]{1,2})$/;

/**
 * Marks the bare ampersands of XML as references to {@link BARE_AMPERSAND}: a parser would take all up
 * to the next semicolon for the name of an entity. Many exports have them, in addresses above all.
 *
 * Holds back no more of the text than one reference.
 */
export class BareAmpersands {
  #rest = '';
  #isCdata = false;

  /** The text with them marked, as far as it is settled with this piece. */
  push(piece: string): string {
    const text = this.#rest + piece;
    const end = UNFINISHED.exec(text)?.index ?? text.length;
    this.#rest = text.slice(end);
    return this.#marked(text.slice(0, end));
  }

  /** The rest of the text. */
  end(): string {
    return this.#marked(this.#rest);
  }

  #marked(text: string): string {
    if (!text.includes('&') && !text.includes('CDATA') && !this.#isCdata) return text;
    return text.replace(PART, (part) => {
      if (part === '&') return this.#isCdata ? part : `&${BARE_AMPERSAND};`;
      this.#isCdata = part !== ']]>';
      return part;
    });
  }
}
