import type { KioskOptions } from '../../kiosk/page-view.js';

/** A piece of a snapshot: a gzip file of the site. */
export interface SnapshotPiece {
  /** The path below the site, such as `data/1f3870be274f6c49.bin`. The name is a hash of the contents. */
  readonly path: string;
  /** The size of the file in bytes. */
  readonly size: number;
  /** The number of bytes of the snapshot that the file contains. */
  readonly length: number;
  /** The SHA-256 digest of these bytes, in hexadecimal. */
  readonly digest: string;
}

export interface SiteSnapshot {
  /** The name of the snapshot in messages. */
  readonly name: string;
  /** The pieces in the order of the snapshot. */
  readonly pieces: readonly SnapshotPiece[];
}

/** The contents of a site, which `carrel site` writes into the script of the service worker. */
export interface SiteRelease {
  /** The path of the folder of {@link files} below the site, such as `assets/1f3870be274f6c49`. */
  readonly folder: string;
  /** The names of the style sheets, scripts, icons and the manifest of the pages. */
  readonly files: readonly string[];
  /** The name of the web app manifest in {@link files}. */
  readonly manifest: string;
  readonly snapshots: readonly SiteSnapshot[];
  readonly pages: KioskOptions;
}

/** A message of the service worker to the page that waits for the catalog. */
export type SiteMessage =
  | {
      readonly kind: 'progress';
      /** The number of compressed bytes that were received now or were already stored. */
      readonly received: number;
    }
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'problem';
      /**
       * `storage` if the browser refuses to store the catalog for lack of space, `missing` if the host has no file of the
       * catalog at its address, `interrupted` for any other problem.
       */
      readonly problem: 'storage' | 'missing' | 'interrupted';
      /** The size of the unpacked catalog in bytes. */
      readonly total: number;
      /** Describes the problem for developers. */
      readonly message: string;
    };
