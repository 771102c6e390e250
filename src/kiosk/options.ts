/** How a kiosk is set up. */
export interface KioskOptions {
  /**
   * Minutes without a touch or a key after which a page returns to the home page and forgets the
   * search; never, unless given. With it, pages are kept in no cache, and addresses of the web are
   * shown as text, since there is nothing to come back from them with.
   */
  readonly idleMinutes?: number | undefined;
  /** The id of the branch that it stands in, whose copies come first. */
  readonly branch?: string | undefined;
  /** Whether titles show their own covers, which a browser fetches from their addresses. */
  readonly remoteCovers?: boolean | undefined;
}
