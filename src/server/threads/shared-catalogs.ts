/* Sends catalogs to all answering threads, as differences in shared memory. */

import type { Catalog } from '../../catalog/catalog.js';
import {
  type CatalogDifference,
  canOmitShared,
  differenceBetween,
  sharesTitles,
} from '../../snapshot/changes/catalog-difference.js';
import { withoutChangedHoldings } from '../../snapshot/changes/change-holdings.js';
import { inSharedMemory, sharedBytes } from '../../snapshot/file/shared-memory.js';
import { isInFile, type SectionData } from '../../snapshot/format/container/sections.js';
import { sectionsOf } from '../../snapshot/format/open-sections.js';
import type { ThreadMessage } from './thread-messages.js';

interface SharedCatalog {
  readonly number: number;
  readonly catalog: Catalog;
}

/** The catalogs that all answering threads have opened. */
export interface SharedCatalogs {
  /** Opens catalogs in all threads, so that they can be warmed up before they are used. Returns their numbers. */
  prepare(catalogs: readonly Catalog[]): readonly number[];
  /** Makes all threads answer further requests from these catalogs. */
  use(catalogs: readonly Catalog[]): void;
  /** Returns the messages that bring a new thread to the state of the other threads. */
  state(): readonly ThreadMessage[];
  numbers(): readonly number[];
  /** Returns the size of the catalogs in shared memory, in bytes. */
  bytes(): number;
}

/**
 * Creates the state of threads without catalogs.
 *
 * @param broadcast sends a message to all threads; `closed` are the catalogs that the message closes, except catalogs that
 *   share their titles with an open catalog
 */
export function createSharedCatalogs(
  broadcast: (message: ThreadMessage, closed?: readonly Catalog[]) => void,
): SharedCatalogs {
  let known: SharedCatalog[] = [];
  let used: readonly Catalog[] = [];
  let prepared: readonly Catalog[] = [];
  let lastNumber = 0;

  /** Returns the number of a catalog. Opens the catalog in all threads if it is not open. */
  function numberOf(catalog: Catalog): number {
    const open = known.find((shared) => shared.catalog === catalog);
    if (open !== undefined) return open.number;
    const number = ++lastNumber;
    broadcast(openMessage({ number, catalog }, known));
    // The latest catalog is first, because the next one differs least from it.
    known = [{ number, catalog }, ...known];
    return number;
  }

  function useMessage(): ThreadMessage {
    return { kind: 'use', catalogs: used.map(numberOf), kept: known.map(({ number }) => number) };
  }

  return {
    prepare(catalogs) {
      prepared = catalogs;
      return catalogs.map(numberOf);
    },
    use(catalogs) {
      if (catalogs === used) return;
      used = catalogs;
      for (const catalog of catalogs) numberOf(catalog);
      if (prepared.every((next) => catalogs.some((catalog) => sharesTitles(catalog, next)))) {
        prepared = [];
      }
      const isKept = ({ catalog }: SharedCatalog) =>
        catalogs.includes(catalog) || prepared.includes(catalog);
      const kept = known.filter(isKept);
      const closed = known
        .map(({ catalog }) => catalog)
        .filter((catalog) => !kept.some((shared) => sharesTitles(shared.catalog, catalog)));
      known = kept;
      broadcast(useMessage(), closed);
    },
    state() {
      const messages: ThreadMessage[] = [];
      const opened: SharedCatalog[] = [];
      for (const shared of known.toReversed()) {
        messages.push(openMessage(shared, opened));
        opened.push(shared);
      }
      return [...messages, useMessage()];
    },
    numbers: () => known.map(({ number }) => number),
    bytes() {
      return sharedBytes(known.flatMap(({ catalog }) => arraysOf(catalog)).map(inSharedMemory));
    },
  };
}

function openMessage(
  { number, catalog }: SharedCatalog,
  opened: readonly SharedCatalog[],
): ThreadMessage {
  const sharing = opened.find((other) => sharesTitles(other.catalog, catalog));
  const before = sharing ?? opened.find((other) => canOmitShared(other.catalog, catalog));
  const difference = inSharedArrays(differenceBetween(before?.catalog, catalog));
  return { kind: 'open', catalog: number, before: before?.number, difference };
}

/** Returns the size of the sections of catalogs that are in shared memory, in bytes. */
export function sharedBytesOf(catalogs: readonly Catalog[]): number {
  return sharedBytes(catalogs.flatMap(arraysOf));
}

function arraysOf(catalog: Catalog): SectionData[] {
  return [...sectionsOf(withoutChangedHoldings(catalog))].flatMap(([, section]) =>
    isInFile(section) ? [] : [section],
  );
}

function inSharedArrays(difference: CatalogDifference): CatalogDifference {
  const sections = [...difference.sections].map(
    ([name, data]) => [name, inSharedMemory(data)] as const,
  );
  return { ...difference, sections: new Map(sections) };
}
