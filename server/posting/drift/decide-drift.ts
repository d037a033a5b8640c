import { sql } from 'kysely';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import type { decideDrift } from '#contract/posting/drift.ts';
import type { DriftField, DriftKind } from '#domain/posting/drift/drift.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { type FieldChanges, inDoubt, type KeptValues, type SentValues, without } from '#server/targets/adapter/sent-values.ts';
import { settleDrift, showDrift } from '../rows/post-drift.ts';
import { ofPost, type PostKey } from '../rows/post-key.ts';

type Decision = Pick<ArgsOf<typeof decideDrift>, 'cust' | 'target' | 'job' | 'choice' | 'fields' | 'foundAt'>;

/** A post whose job order people changed, with what differs there. Its row is locked. */
export type Drifted = PostKey & {
  readonly reference: string;
  readonly sent: SentValues;
  readonly kept: KeptValues;
  readonly kind: DriftKind;
  readonly fields: readonly DriftField[];
  readonly foundAt: string;
};

/** The post of a job whose job order differs, its row locked. Undefined if there is none about which a person must decide. */
export async function lockDrifted(tx: Tx, { cust, target, job }: Decision): Promise<Drifted | undefined> {
  const { rows } = await sql<Omit<Drifted, 'foundAt'> & { foundAt: string | Date }>`
    select p.customer_id as "customerId", p.target_id as "targetId", p.job_id as "jobId", p.generation, p.reference,
           coalesce(p.sent, '{}') as sent, coalesce(p.kept, '{}') as kept, d.kind, d.fields, d.found_at as "foundAt"
    from post p join post_drift d on d.customer_id = p.customer_id and d.target_id = p.target_id
      and d.job_id = p.job_id and d.generation = p.generation and not d.accepted
    where p.customer_id = ${cust} and p.target_id = ${target} and p.job_id = ${job}
    order by p.generation desc limit 1 for update of p, d`.execute(tx);
  const [found] = rows;
  return found && { ...found, foundAt: new Date(found.foundAt).toISOString() };
}

/** Keeps the values of the target: updates leave these fields alone until our own values change. */
export async function keepTheirs(tx: Tx, post: Drifted, chosen: readonly DriftField[]): Promise<void> {
  if (post.kind === 'deleted') {
    await sql`update post_drift set accepted = true where ${ofPost(post)}`.execute(tx);
    await showDrift(tx, post);
    return;
  }
  const more = chosen.map(({ field, stored }) => [field, { ours: post.sent[field], theirs: stored }] as const);
  const kept = { ...post.kept, ...Object.fromEntries(more) };
  // The fence ends a look or an update that read the earlier state.
  await sql`update post set kept = ${JSON.stringify(kept)}, fence = fence + 1 where ${ofPost(post)}`.execute(tx);
  await settleDrift(
    tx,
    post,
    chosen.map(({ field }) => field),
  );
  await showDrift(tx, post);
}

/** Queues an update of exactly these fields: what was sent of them counts as not known any more. */
export async function sendOurs(tx: Tx, post: Drifted, chosen: readonly DriftField[], now: Date): Promise<void> {
  const changes: FieldChanges = Object.fromEntries(
    chosen.map(({ field, sent, stored }) => [field, { before: stored, after: sent }]),
  );
  const names = chosen.map(({ field }) => field);
  await sql`
    update post set sent = ${JSON.stringify(inDoubt(post.sent, changes))}, kept = ${JSON.stringify(without(post.kept, names))},
      follow = coalesce(follow, 0), next_at = ${now}, fence = fence + 1
    where ${ofPost(post)}`.execute(tx);
  await settleDrift(tx, post, names);
  await showDrift(tx, post);
}
