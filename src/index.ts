export type { Catalog, RecordCounts } from './catalog/catalog.js';
export {
  CatalogSetError,
  type CatalogsToServe,
  type CurrentCatalogs,
  checkCatalogSet,
  type SharedIdKind,
} from './catalog/catalog-set.js';
export type { ExtraField, Library, RecordLimits } from './catalog/records/library.js';
export type { Holding, Title } from './catalog/records/title.js';
export type {
  ContentItem,
  List,
  ListItem,
  Session,
  SessionRecord,
  User,
  UserContent,
} from './catalog/records/user-records.js';
export {
  type ApplyChangesOptions,
  applyChanges,
  type SkippedChange,
} from './snapshot/changes/apply-changes.js';
export type {
  Change,
  ChangedKind,
  ChangedRecords,
  DeleteChange,
  HoldingsChange,
  PutChange,
} from './snapshot/changes/change.js';
export type { EncodingOptions } from './snapshot/encoding/catalog-encoder.js';
export type { AppendedChanges } from './snapshot/file/append-changes.js';
export type { ChangesProgress } from './snapshot/file/followed-catalog.js';
export {
  type CreateCatalogOptions,
  createCatalog,
  openCatalog,
} from './snapshot/file/open-catalog.js';
export {
  type CatalogSet,
  type CatalogSetEvents,
  type OpenCatalogsOptions,
  openCatalogs,
} from './snapshot/file/open-catalogs.js';
export type { SnapshotProperties } from './snapshot/file/prepare-generation.js';
export type {
  ChangesReport,
  RefreshResult,
  ReplacedCatalog,
} from './snapshot/file/replaceable-catalogs.js';
export type { TrustOptions } from './snapshot/file/signature.js';
export {
  type BuildOptions,
  type BuildReport,
  buildSnapshot,
} from './snapshot/file/writing/build-snapshot.js';
export {
  PublishingError,
  type PublishingLimits,
} from './snapshot/file/writing/publishing-limits.js';
export {
  SnapshotError,
  type SnapshotErrorCode,
  type SnapshotErrorOptions,
} from './snapshot/format/container/snapshot-error.js';
export type { RecordIterable, SnapshotRecords, SourceRecords } from './snapshot/source/source.js';
export { SourceError, type SourceProblem } from './snapshot/source/source.js';
export * from './v1/index.js';
