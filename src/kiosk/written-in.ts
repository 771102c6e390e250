import { languageCalled } from '../catalog/languages.js';
import type { Title } from '../catalog/title.js';
import { attribute, type Html, html } from './html.js';

/** The language of a title as `lang` wants it, where its name is a known one. */
export function languageTag(title: Title): string | undefined {
  const name = title.primary_language?.name ?? title.languages?.[0]?.name;
  const codes = (name !== undefined && languageCalled(name)?.codes) || [];
  return codes.find((code) => code.length === 2) ?? codes[0];
}

/** A text of the catalog: isolated from the text around it, in its own direction and language. */
export function recorded(text: string, language?: string): Html {
  return html`<bdi${attribute('lang', language)}>${text}</bdi>`;
}
