import type { AcceptedRate, JobRow, SameOrderChoice } from '#contract/rows/jobs.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { type FlagName, flag, has } from './flags.ts';

/** One changed field of a job, as stored in history. A bit of `chgMap` is a field of its own, true or false. */
export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown };

/** Fields that history skips: bookkeeping, and `chgMap` and `posts`, which are compared bit by bit and target by target. */
const untold: ReadonlySet<string> = new Set([
  'id',
  'chgMap',
  'locks',
  'ruled',
  'posts',
  'firstSeenAt',
  'changedAt',
  'rateChangedAt',
  'canceledAt',
  'attachments',
  'assigneeId',
  'assignedByHand',
  'assignmentRuleId',
  'checking',
  'noteCount',
  'submissions',
  'sameOrder',
  'acceptedRate',
  'postState',
  'externalJobId',
]);

/** Every change between two states of a job: first fields in their order, then flags, then posts, then choices of a source and accepted rates. */
export function changesBetween(before: JobRow, after: JobRow): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of Object.keys(after) as (keyof JobRow)[]) {
    if (untold.has(field) || sameJson(before[field] ?? null, after[field] ?? null)) continue;
    changes.push({ field, before: before[field] ?? null, after: after[field] ?? null });
  }
  for (const name of Object.keys(flag) as FlagName[]) {
    const was = has(before.chgMap, name);
    if (was !== has(after.chgMap, name)) changes.push({ field: name, before: was, after: !was });
  }
  for (const receipt of after.posts) {
    const was = before.posts.find((p) => p.targetId === receipt.targetId)?.state ?? null;
    if (was !== receipt.state) changes.push({ field: `post.${receipt.targetId}`, before: was, after: receipt.state });
  }
  changes.push(...changedChoices(before.sameOrder ?? [], after.sameOrder ?? []));
  const [was, is] = [before, after].map(({ acceptedRate }) => acceptedWords(acceptedRate ?? null));
  if (was !== is) changes.push({ field: 'acceptedRate', before: was, after: is });
  return changes;
}

/** A choice between sources as a value of history and of conflicts. */
export function choiceWords({ name, decision }: SameOrderChoice): string {
  if (decision === 'post') return `Post this job, not ${name}`;
  return decision === 'leave' ? `Post ${name}, not this job` : `A different order than ${name}`;
}

/** Accepted rates as a value of history. */
function acceptedWords(accepted: AcceptedRate | null): string | null {
  if (accepted === null) return null;
  const { billRate, payPerHour } = accepted;
  const rate = (amount: number | null): string => (amount === null ? 'none' : amount.toFixed(2));
  return `Bill rate ${rate(billRate)}, pay per hour ${rate(payPerHour)}`;
}

function changedChoices(before: readonly SameOrderChoice[], after: readonly SameOrderChoice[]): FieldChange[] {
  const ids = [...new Set([...before, ...after].map(({ jobId }) => jobId))];
  return ids.flatMap((id): FieldChange[] => {
    const [was, is] = [before, after].map((list) => list.find(({ jobId }) => jobId === id));
    if (was?.decision === is?.decision) return [];
    return [{ field: 'sameOrder', before: was ? choiceWords(was) : null, after: is ? choiceWords(is) : null }];
  });
}
