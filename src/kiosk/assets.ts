/** A style sheet, script or icon of the pages. */
export interface Asset {
  /** The value of `Content-Type`. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * The style sheets, scripts and icons of the pages. The path of each file contains a hash of all the
 * files, so clients can cache a file without revalidation.
 */
export interface Assets {
  /** Returns the path of a file, such as `/assets/1f3870be274f6c49/kiosk.css`. */
  pathOf(name: string): string;
  /** Returns the file at a path, or undefined if the pages do not serve the path. */
  find(path: string): Asset | undefined;
  /** The name of the web app manifest, with which readers can install the pages. Default: none. */
  readonly manifest?: string | undefined;
}
