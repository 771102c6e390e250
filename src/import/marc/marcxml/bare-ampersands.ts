/** The name of the entity that replaces a bare ampersand, which is an `&` that does not begin a reference. */
export const BARE_AMPERSAND = 'carrel.bare-ampersand';

const MARK = `&${BARE_AMPERSAND};`;

/** Matches an ampersand that does not begin a reference to an entity or character. */
const BARE = /&(?!(?:#\d{1,9}|#x[\da-f]{1,8}|[a-z_:][\w.:-]{0,62});)/gi;

/** Matches the end of a piece from an ampersand on, if the next piece can complete a reference. */
const UNFINISHED = /&[#\w.:-]{0,63}$/;

/**
 * Replaces bare ampersands in XML with references to {@link BARE_AMPERSAND}, because a parser would
 * read everything up to the next semicolon as the name of an entity. Many exports have bare ampersands,
 * especially in URLs. Also replaces ampersands in CDATA sections, where ampersands are valid;
 * {@link withoutMarks} restores these ampersands.
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

/** Restores the ampersands of a CDATA section. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '&');
}
