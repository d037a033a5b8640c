import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#contract/kit/rights.ts';
import { type CollectionName, collectionNames, globalCollections } from '#contract/rows/rows.ts';
import { may } from '#domain/rights/may.ts';
import type { Actor } from '../kit/http/handle.ts';

/** Raise it when the shape of rows changes, so that every device reads them again. */
const feedSchema = 7;

/** The rights that open a collection; any one of them is enough. A job needs its mapping rows, and those need the lists. */
const shownBy: Readonly<Record<CollectionName, readonly Needs[]>> = {
  crawler: ['session'],
  target: ['session'],
  source: ['session'],
  task: ['tasks.read'],
  atsValue: ['staging.read', 'map.facility', 'map.degree', 'map.shift'],
  mapValue: ['staging.read', 'map.facility', 'map.degree', 'map.shift'],
  rule: ['rules.read', 'rules.write'],
  substitutionTarget: ['rules.read', 'rules.write'],
  substitutionRule: ['rules.read', 'rules.write'],
  goldenJob: ['rules.read', 'rules.write'],
  fieldAlias: ['rules.read', 'rules.write'],
  reportConfiguration: ['staging.read'],
  customerStatus: ['session'],
  customerNotice: ['session'],
  rateFloor: ['session'],
  assignmentRule: ['staging.read'],
  fieldMapping: ['staging.read', 'targets.write'],
  flexMapping: ['staging.read', 'targets.write'],
  job: ['staging.read'],
  jobNote: ['staging.read'],
  ticket: ['session'],
  ticketComment: ['session'],
  ticketQuestion: ['session'],
  label: ['session'],
  generalLabel: ['session'],
  submissionTarget: ['submissions.use', 'submissions.all'],
  submission: ['submissions.use', 'submissions.all'],
  submissionEntry: ['submissions.use', 'submissions.all'],
  submissionPackage: ['submissions.use', 'submissions.all'],
  submissionPair: ['submissions.use', 'submissions.all'],
  submissionDocumentStep: ['submissions.use', 'submissions.all'],
  submissionDictionaryStep: ['submissions.use', 'submissions.all'],
  jrEntry: ['submissions.use', 'submissions.all'],
  datasetRow: ['admin'],
};

/**
 * What a person does not see: rules for administrators only, global rules, and of everyone but `userId` private views and, with
 * `othersSubmissions`, submissions (also those of no one, which an event of the ATS made).
 */
type Hidden = {
  readonly adminsOnly: boolean;
  readonly global: boolean;
  readonly othersSubmissions: boolean;
  readonly userId: number;
};

/** What a person's feed of a customer contains. */
export type Scope = {
  readonly hash: string;
  /** Collections of the customer's own feed. */
  readonly collections: readonly CollectionName[];
  /** Collections of the global feed. */
  readonly globals: readonly CollectionName[];
  readonly hidden: Hidden;
};

/** The SQL condition for rows that a scope hides. A row that starts to match it is removed from the device. */
export function hiddenRows({ hidden }: Pick<Scope, 'hidden'>, collection: CollectionName): RawBuilder<boolean> {
  if (collection === 'reportConfiguration')
    return sql<boolean>`(row -> 'isPrivate' = 'true' and row -> 'ownerId' <> to_jsonb(${hidden.userId}::bigint))`;
  if (collection === 'submission')
    return sql<boolean>`(${hidden.othersSubmissions} and coalesce(row -> 'ownerId', 'null') <> to_jsonb(${hidden.userId}::bigint))`;
  if (collection !== 'rule') return sql<boolean>`false`;
  return sql<boolean>`((${hidden.adminsOnly} and row -> 'adminsOnly' = 'true') or (${hidden.global} and row -> 'global' = 'true'))`;
}

/**
 * The part of a customer's feed that an actor may see. Its hash changes with everything that selects rows (the collections that
 * rights open, the customer, the shape of rows); the device then reloads everything [S4].
 */
export function scopeOf(actor: Actor, customerId: number): Scope {
  const shown = collectionNames.filter((name) => shownBy[name].some((needs) => may(actor, needs)));
  const collections = shown.filter((name) => !globalCollections.includes(name));
  const globals = shown.filter((name) => globalCollections.includes(name));
  const hidden = {
    adminsOnly: !may(actor, 'admin.system'),
    global: !may(actor, 'rules.global'),
    othersSubmissions: !may(actor, 'submissions.all'),
    userId: actor.userId,
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([feedSchema, customerId, collections, globals, hidden]))
    .digest('base64url')
    .slice(0, 16);
  return { hash, collections, globals, hidden };
}
