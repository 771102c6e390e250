import type { Catalog } from '../catalog/catalog.js';
import { momentaryReply, type Reply } from './reply.js';

/** Answers `/healthz`: the process answers. */
export function healthReply(): Reply {
  return momentaryReply(200, '{"status":"ok"}');
}

/** Answers `/readyz`: which snapshots are open; 503 when none is. */
export function readinessReply(catalogs: readonly Catalog[]): Reply {
  const snapshots = catalogs.map(({ library, fingerprint, titles }) => ({
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  }));
  const isReady = snapshots.length > 0;
  const status = isReady ? 'ready' : 'no snapshot is open';
  return momentaryReply(isReady ? 200 : 503, JSON.stringify({ status, snapshots }));
}
