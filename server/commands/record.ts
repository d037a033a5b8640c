import { type RawBuilder, sql } from 'kysely';
import type { FieldConflict } from '#contract/commands.ts';
import type { RowWrite } from '#domain/commands/command.ts';
import type { RowBook } from '#domain/commands/row-book.ts';
import { changesBetween } from '#domain/jobs/changes.ts';
import type { Tx } from '../db/connection.ts';
import type { Sent } from './decide.ts';

/** Lines of job history for everything a command changes in jobs; no statement where it changes none. */
export function historyRows(
  { actor, customerId, now }: Pick<Sent, 'actor' | 'customerId' | 'now'>,
  writes: readonly RowWrite[],
  book: RowBook,
  how: 'manual' | 'mapping' | 'posting',
): RawBuilder<unknown>[] {
  const lines = writes.flatMap((write) => {
    const before = write.collection === 'job' ? book.get('job', write.row.id) : undefined;
    if (write.collection !== 'job' || !before) return [];
    return changesBetween(before, write.row).map((change) => ({ job_id: before.id, ...change }));
  });
  if (lines.length === 0) return [];
  return [
    sql`insert into job_history (customer_id, job_id, at, who, how, field, before, after)
      select ${customerId}, l.job_id, ${now}, ${actor.name}, ${how}, l.field, l.before, l.after
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(job_id bigint, field text, before jsonb, after jsonb)`,
  ];
}

type Effect = { readonly writes: readonly RowWrite[]; readonly book: RowBook; readonly rev: RawBuilder<number> };

/**
 * The audit line of a command. An applied one carries its mutation's key, which therefore stands there exactly once
 * [promise 1]; without effect it records a forbidden attempt [D9.2].
 */
export function auditRow(sent: Sent, effect: Effect | null): RawBuilder<unknown> {
  const { actor, customerId, lane, name, args, now } = sent;
  const detail = effect ? { args, ...mappings(effect) } : { args, forbidden: true, lane };
  return sql`insert into audit (customer_id, at, actor_id, subject_id, client_id, seq, command, detail, rev)
    values (${customerId}, ${now}, ${actor.actorId}, ${actor.userId}, ${(effect && lane?.clientId) ?? null},
      ${(effect && lane?.seq) ?? null}, ${name}, ${JSON.stringify(detail)}, ${effect?.rev ?? null})`;
}

/** What texts were mapped to before and after; jobs have a history of their own. */
function mappings({ writes, book }: Omit<Effect, 'rev'>): { mapped?: unknown } {
  const mapped = writes.flatMap((write) =>
    write.collection === 'mapValue'
      ? [{ id: write.row.id, before: book.get('mapValue', write.row.id)?.mappedId ?? null, after: write.row.mappedId }]
      : [],
  );
  return mapped.length > 0 ? { mapped } : {};
}

/** Says who changed a field last where the row itself does not: its history does. */
export async function namedConflicts(
  tx: Tx,
  customerId: number,
  conflicts: readonly FieldConflict[],
): Promise<readonly FieldConflict[]> {
  const named: FieldConflict[] = [];
  for (const conflict of conflicts) {
    const last = conflict.collection === 'job' && conflict.by === null ? await lastChange(tx, customerId, conflict) : undefined;
    named.push({ ...conflict, ...last });
  }
  return named;
}

async function lastChange(tx: Tx, customerId: number, { id, field }: FieldConflict) {
  const line = await tx
    .selectFrom('job_history')
    .select(['who as by', 'at'])
    .where('customer_id', '=', customerId)
    .where('job_id', '=', id)
    .where('field', '=', field.replace('chgMap.', ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line;
}
