import { Html } from './html.js';

/** Creates an icon from the markup of its shapes. Screen readers skip the icon. */
function createIcon(drawing: string): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${drawing}</svg>`,
  );
}

export const ICONS = {
  search: createIcon('<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5 21 21"/>'),
  filters: createIcon('<path d="M4 7h16M7 12h10M10 17h4"/>'),
  sliders: createIcon(
    '<path d="M4 8h9M17 8h3M4 16h3M11 16h9"/><circle cx="15" cy="8" r="2"/><circle cx="9" cy="16" r="2"/>',
  ),
  sort: createIcon('<path d="M7 4v16M3.5 16.5 7 20l3.5-3.5M17 20V4M13.5 7.5 17 4l3.5 3.5"/>'),
  compact: createIcon('<path d="M4 6h16M4 10h16M4 14h16M4 18h16"/>'),
  detailed: createIcon('<path d="M4 5h4v6H4zM12 6h8M12 10h5M4 14h4v6H4zM12 15h8M12 19h5"/>'),
  remove: createIcon('<path d="M6 6l12 12M18 6 6 18"/>'),
  language: createIcon(
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3.6 6 3.6 9S15 18 12 21c-3-3-3.6-6-3.6-9S9 6 12 3z"/>',
  ),
  previous: createIcon('<path d="M15 5l-7 7 7 7"/>'),
  next: createIcon('<path d="M9 5l7 7-7 7"/>'),
  here: createIcon(
    '<path d="M12 21c5-6 7-9 7-12a7 7 0 1 0-14 0c0 3 2 6 7 12z"/><circle cx="12" cy="9" r="2.5"/>',
  ),
  AVAILABLE: createIcon('<path d="M4.5 12.5 9.5 18 19.5 6.5"/>'),
  LIBRARY_USE_ONLY: createIcon('<path d="M4 20V9l8-5 8 5v11M9.5 20v-6h5v6"/>'),
  UNAVAILABLE: createIcon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>'),
  ON_ORDER: createIcon(
    '<path d="M3 6h2.5l2 10h10l2-7H6.5"/><circle cx="9" cy="20" r="1"/><circle cx="16" cy="20" r="1"/>',
  ),
} as const;
