import * as z from 'zod';
import { Instant, LocalDate } from '../kit/ids.ts';
import { AssignmentRuleRow } from './assignment-rule.ts';
import { CollectError } from './collect-errors.ts';
import { CrawlerSettings, CredentialName } from './crawler-settings.ts';
import { CustomerNoticeRow } from './customer-notice.ts';
import { CustomerStatusRow } from './customer-status.ts';
import { DatasetRow } from './dataset-row.ts';
import { FieldMappingRow } from './field-mapping.ts';
import { FlexMappingRow } from './flex-mapping.ts';
import { JobNoteRow } from './job-note.ts';
import { JobRow } from './jobs.ts';
import { GeneralLabelRow, LabelRow } from './label.ts';
import { RateFloorRow } from './rate-floor.ts';
import { ReportConfigurationRow } from './report-rows.ts';
import { FieldAliasRow, PinnedJobRow, StoredRule, SubstitutionRuleRow, SubstitutionTargetRow } from './rule-rows.ts';
import { SubmissionRow, SubmissionTargetRow } from './submission.ts';
import { JrEntryRow, SubmissionEntryRow, SubmissionPackageRow } from './submission-lists.ts';
import { SubmissionDictionaryStepRow, SubmissionDocumentStepRow, SubmissionPairRow } from './submission-pair.ts';
import { TicketCommentRow, TicketQuestionRow, TicketRow } from './ticket.ts';

const Text = z.string().nullable();

/** Kind of a mapped text: F, D, S and H (shift) of the documented MapObjects. */
export const MapKind = z.enum(['facility', 'degree', 'specialty', 'shift']);
export type MapKind = z.infer<typeof MapKind>;

/**
 * One distinct text of a vendor for one target, with its mapping. `within` is the degree text that a specialty was sent with.
 * `certainty` (0 to 100) belongs to `mappedId` if mapped, else to `suggestedId`. `twins`: the rows of the same text for targets that map for
 * themselves, by the ID of the target; absent if there are none. Jobs name the row that has the twins.
 */
export const MapValueRow = z.object({
  id: z.number(),
  targetId: z.number(),
  kind: MapKind,
  sourceId: z.number(),
  text: z.string(),
  within: Text,
  address: Text,
  city: Text,
  state: Text,
  zip: Text,
  mappedId: Text,
  how: z.enum(['person', 'auto', 'ai']).nullable(),
  suggestedId: Text,
  certainty: z.number().nullable(),
  ignored: z.boolean(),
  unique: z.boolean(),
  by: Text,
  at: Instant.nullable(),
  firstSeenAt: Instant,
  twins: z.record(z.string(), z.number()).optional(),
});
export type MapValueRow = z.infer<typeof MapValueRow>;

/** A client, degree, specialty or shift of the ATS's own lists. `parentId` is a specialty's degree or a client's parent. */
export const AtsValueRow = z.object({
  id: z.number(),
  targetId: z.number(),
  kind: MapKind,
  extId: z.string(),
  name: z.string(),
  parentId: Text,
  address: Text,
  city: Text,
  state: Text,
  zip: Text,
  active: z.boolean(),
});
export type AtsValueRow = z.infer<typeof AtsValueRow>;

/**
 * A vendor management system that jobs come from. `aliases` are other names that feeds and files use for it. `members` are ids
 * of the sub-sources that it groups; filters and reports on it include them. `expandedStatuses` says which of the customer's own statuses
 * the vendor's status texts mean, by text in lower case; absent as long as no one has said it. `autoPostTo` are ids of the targets that its
 * jobs are posted to by themselves while `autoPost` is on; absent or empty as long as no one has chosen one.
 */
export const SourceRow = z.object({
  id: z.number(),
  name: z.string(),
  alias: Text,
  autoPost: z.boolean(),
  autoPostTo: z.array(z.number()).optional(),
  aliases: z.array(z.string()),
  members: z.array(z.number()),
  expandedStatuses: z.record(z.string(), z.number()).optional(),
});
export type SourceRow = z.infer<typeof SourceRow>;

/**
 * A data collection task with its last run, without credentials: `has` names those that are stored, its own or those of
 * `credentialParentId`. It runs every so many minutes, or at times of the customer's day (`runAt`, `HH:mm`), or by hand only. `alarm`
 * says what an administrator must check, `error` is its kind. `nextRunAt` is null for a task that waits for a person.
 */
export const TaskRow = z.object({
  id: z.number(),
  name: z.string(),
  alias: Text,
  description: Text,
  sourceId: z.number(),
  crawlerId: z.number(),
  crawler: z.string(),
  site: Text,
  disabled: z.boolean(),
  disabledByAdmin: z.boolean(),
  ignored: z.boolean(),
  ready: z.boolean(),
  has: z.array(CredentialName),
  /** The task of the same customer whose credentials this one uses. */
  credentialParentId: z.number().nullable(),
  /** The option that the crawler names. */
  switchedOn: z.boolean(),
  /** Whether the vendor accepted the credentials since they were changed. */
  checkState: z.enum(['unchecked', 'ok', 'failed']),
  passwordExpiresOn: LocalDate.nullable(),
  passwordChangedAt: Instant.nullable(),
  passwordChangedBy: Text,
  everyMinutes: z.number().nullable(),
  runAt: z.array(z.string()),
  nextRunAt: Instant.nullable(),
  lastRunAt: Instant.nullable(),
  lastSuccessAt: Instant.nullable(),
  lastResult: Text,
  alarm: Text,
  error: CollectError.nullable(),
  staged: z.number(),
  refused: z.number(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** Which jobs a target takes: all, only those that are part of no order, or only those that are part of one. */
export const HierarchyLevel = z.enum(['both', 'orders', 'shifts']);
export type HierarchyLevel = z.infer<typeof HierarchyLevel>;

/** `off`: nothing is posted. `dryRun`: what would be sent is built and checked, and nothing is sent. `live`: jobs are posted. */
export const PostingMode = z.enum(['off', 'dryRun', 'live']);
export type PostingMode = z.infer<typeof PostingMode>;

/** A connection to an ATS or feed, without its secrets. `typeId` is its kind (`domain/targets/target-kinds.ts`). `maps` lists the kinds that must be mapped before posting a job. */
export const TargetRow = z.object({
  id: z.number(),
  typeId: z.number(),
  name: z.string(),
  maps: z.array(MapKind),
  specialtyDependsOnDegree: z.boolean(),
  disabled: z.boolean(),
  canPost: z.boolean(),
  checkState: z.enum(['unchecked', 'ok', 'failed']),
  /** `both` until somebody chooses. */
  hierarchyLevel: HierarchyLevel,
  posting: PostingMode,
  /** False: jobs are posted although `maps` are not mapped. */
  mappingRequired: z.boolean(),
  /** Whether only long-term orders (travel and permanent) or only shifts (per diem) are posted. Null: both are. */
  takesOnly: z.enum(['longTerm', 'shifts']).nullable(),
  /** True: texts are mapped to this target apart. Absent or false: it has the mappings of the customer's first target. */
  mapsItself: z.boolean().optional(),
});
export type TargetRow = z.infer<typeof TargetRow>;

/** How a crawler reaches the jobs of its vendor. Each kind has one collector. */
export const CrawlerKind = z.enum([
  'feed',
  'file',
  'mail',
  'portal',
  'trio',
  'laboredge',
  'webhook',
  /** A feed behind a key, in pages. */
  'bearer',
  /** Staffing orders of HR-XML. */
  'staffing_order',
]);
export type CrawlerKind = z.infer<typeof CrawlerKind>;

/** A vendor's system that tasks can collect from, the same for every customer. What only administrators see of it is not here. */
export const CrawlerRow = z.object({
  id: z.number(),
  name: z.string(),
  /** The address or name of the vendor's system. */
  site: z.string(),
  about: z.string(),
  kind: CrawlerKind,
  settings: CrawlerSettings,
});
export type CrawlerRow = z.infer<typeof CrawlerRow>;

/** Every replicated collection with the schema of its rows. The first sync uses this order: small lists before jobs. */
export const collections = {
  crawler: CrawlerRow,
  ticketQuestion: TicketQuestionRow,
  generalLabel: GeneralLabelRow,
  label: LabelRow,
  target: TargetRow,
  source: SourceRow,
  task: TaskRow,
  atsValue: AtsValueRow,
  mapValue: MapValueRow,
  rule: StoredRule,
  substitutionTarget: SubstitutionTargetRow,
  substitutionRule: SubstitutionRuleRow,
  goldenJob: PinnedJobRow,
  fieldAlias: FieldAliasRow,
  reportConfiguration: ReportConfigurationRow,
  customerStatus: CustomerStatusRow,
  customerNotice: CustomerNoticeRow,
  rateFloor: RateFloorRow,
  assignmentRule: AssignmentRuleRow,
  fieldMapping: FieldMappingRow,
  flexMapping: FlexMappingRow,
  ticket: TicketRow,
  ticketComment: TicketCommentRow,
  jrEntry: JrEntryRow,
  submissionTarget: SubmissionTargetRow,
  submissionEntry: SubmissionEntryRow,
  submissionPackage: SubmissionPackageRow,
  submissionPair: SubmissionPairRow,
  submissionDocumentStep: SubmissionDocumentStepRow,
  submissionDictionaryStep: SubmissionDictionaryStepRow,
  submission: SubmissionRow,
  job: JobRow,
  jobNote: JobNoteRow,
  datasetRow: DatasetRow,
};
export type CollectionName = keyof typeof collections;
export const collectionNames = Object.keys(collections) as CollectionName[];
export type RowOf<C extends CollectionName> = z.infer<(typeof collections)[C]>;

/** Collections with few rows that belong to no customer. They have a separate, global feed [S4]. */
export const globalCollections: readonly CollectionName[] = ['crawler', 'ticketQuestion', 'generalLabel', 'jrEntry'];
/** The customer id that the global feed uses. */
export const nobody = 0;
