export type { Library } from '../catalog/records/library.js';
export type { Title } from '../catalog/records/title.js';
export type { Change } from '../snapshot/changes/change.js';
export { SourceError } from '../snapshot/source/source.js';
export type { ColumnField, ColumnMap } from './csv/column-fields.js';
export type { HoldingStatus, HoldingsProfile, NamedProfile } from './holdings/holdings-profile.js';
export {
  type ImportedRecords,
  type ImportedTitles,
  type ImportOptions,
  type ImportProgress,
  importRecords,
  type MappingOptions,
} from './import-records.js';
export {
  type DecodedSubfields,
  type HoldingsCounts,
  type ImportReport,
  type NamedRecord,
  type RefusedRecord,
  type RenamedRecord,
  type RepairedRecord,
  type ReportedFile,
  TooManyRefusedError,
  TruncatedInputError,
} from './import-report.js';
export type { SubjectSettings } from './mapping/subjects.js';
export type {
  MarcControlField,
  MarcDataField,
  MarcField,
  MarcFormat,
  MarcRecord,
  MarcSubfield,
  RecordOutcome,
  RecordRead,
  RecordRefused,
} from './marc/marc-record.js';
export { type MarcReadingOptions, readMarcRecords } from './marc/read-marc.js';
export {
  type Harvest,
  type HarvestOptions,
  type HarvestReport,
  harvestChanges,
} from './oai/harvest.js';
export type { HarvestState } from './oai/harvest-state.js';
export { RecordFileError, type RecordInput } from './record-file.js';
