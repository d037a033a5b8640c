import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { JobRow } from './jobs.ts';
import { PinnedJobRow, StoredRule, SubstitutionRuleRow, SubstitutionTargetRow } from './rule-rows.ts';

const Text = z.string().nullable();

/** What is mapped: F, D, S and H (shift) of the documents' MapObjects. */
export const MapKind = z.enum(['facility', 'degree', 'specialty', 'shift']);
export type MapKind = z.infer<typeof MapKind>;

/**
 * One distinct text of a vendor for one target, and what it is mapped to. `within` is the degree text a specialty was sent with.
 * `certainty` (0 to 100) belongs to `mappedId` when mapped, to `suggestedId` otherwise.
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
});
export type MapValueRow = z.infer<typeof MapValueRow>;

/** One value of the ATS's own lists: a client, degree, specialty or shift. `parentId` is the degree of a specialty, or what a client is part of. */
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
 * A vendor management system that jobs come from. `aliases` are other names that feeds and files give it; `members` the ids of
 * the sub-sources it groups, which filters and reports on it cover too.
 */
export const SourceRow = z.object({
  id: z.number(),
  name: z.string(),
  alias: Text,
  autoPost: z.boolean(),
  aliases: z.array(z.string()),
  members: z.array(z.number()),
});
export type SourceRow = z.infer<typeof SourceRow>;

/** A data collection task with its last run; never a credential. `alarm` says what an administrator must look at. */
export const TaskRow = z.object({
  id: z.number(),
  name: z.string(),
  sourceId: z.number(),
  crawlerId: z.number(),
  crawler: z.string(),
  site: Text,
  disabled: z.boolean(),
  disabledByAdmin: z.boolean(),
  ignored: z.boolean(),
  ready: z.boolean(),
  everyMinutes: z.number().nullable(),
  lastRunAt: Instant.nullable(),
  lastSuccessAt: Instant.nullable(),
  lastResult: Text,
  alarm: Text,
  staged: z.number(),
  refused: z.number(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** A connection to an ATS or feed; secrets stay on the service. `maps` lists what must be mapped before a job may be posted. */
export const TargetRow = z.object({
  id: z.number(),
  typeId: z.number(),
  name: z.string(),
  kind: z.enum(['bullhorn', 'xmlfeed']),
  maps: z.array(MapKind),
  specialtyDependsOnDegree: z.boolean(),
  disabled: z.boolean(),
  canPost: z.boolean(),
  feedUrl: Text,
  checkState: z.enum(['unchecked', 'ok', 'failed']),
});
export type TargetRow = z.infer<typeof TargetRow>;

/** A kind of collector that a task can use, the same for every customer. */
export const CrawlerRow = z.object({ id: z.number(), name: z.string(), about: z.string() });
export type CrawlerRow = z.infer<typeof CrawlerRow>;

/** Every replicated collection and the shape of its rows. Order is the order of first sync: small lists before jobs. */
export const collections = {
  crawler: CrawlerRow,
  target: TargetRow,
  source: SourceRow,
  task: TaskRow,
  atsValue: AtsValueRow,
  mapValue: MapValueRow,
  rule: StoredRule,
  substitutionTarget: SubstitutionTargetRow,
  substitutionRule: SubstitutionRuleRow,
  goldenJob: PinnedJobRow,
  job: JobRow,
};
export type CollectionName = keyof typeof collections;
export const collectionNames = Object.keys(collections) as CollectionName[];
export type RowOf<C extends CollectionName> = z.infer<(typeof collections)[C]>;

/** Collections that belong to no customer and have a feed of their own [S4]; there are few rows of them. */
export const globalCollections: readonly CollectionName[] = ['crawler'];
/** What stands for the customer in the global feed. */
export const nobody = 0;
