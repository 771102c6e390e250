import type { KioskOptions } from './options.js';

/** What every answer of the site has, whatever it is. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The headers of pages: nothing but what the site itself serves is fetched or run. */
export function pageHeaders({ remoteCovers }: KioskOptions): Readonly<Record<string, string>> {
  const images = remoteCovers ? "img-src 'self' https: http:" : "img-src 'self'";
  return {
    ...COMMON_HEADERS,
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      images,
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

/** The headers of a drawn cover, which clients of the API may show on pages of their own. */
export const COVER_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;
