import { type Html, html } from './html.js';
import { ICONS } from './icons.js';
import { recorded } from './written-in.js';

const KNOWN = ['AVAILABLE', 'LIBRARY_USE_ONLY', 'UNAVAILABLE', 'ON_ORDER'] as const;

/** An availability or a status: its name, with a color and a drawing of its own. */
export function availabilityMark({ id, name }: { id: string; name: string }): Html {
  const known = KNOWN.find((candidate) => candidate === id);
  return html`<span class="status ${known?.toLowerCase().replaceAll('_', '-') ?? 'other'}">${known && ICONS[known]}${recorded(name)}</span>`;
}
