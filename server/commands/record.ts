import { type RawBuilder, sql } from 'kysely';
import type { FieldConflict } from '#contract/commands/commands.ts';
import type { ChangeOrigin } from '#contract/staging/job-history.ts';
import type { RowReader, RowWrite } from '#domain/commands/kit/command.ts';
import { changesBetween } from '#domain/jobs/changes.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Sent } from './decide.ts';

type By = Pick<Sent, 'actor' | 'customerId' | 'now'>;
type HistoryBy = Omit<By, 'actor'> & { readonly actor: { readonly name: string } };
type How = 'manual' | 'mapping' | 'posting';
/** One change of one field of a job, as stored in job history. */
export type HistoryLine = ReturnType<typeof changesBetween>[number] & {
  readonly job_id: number;
  readonly how: How;
  readonly origin?: ChangeOrigin;
};

/** The changes that a command makes to jobs, field by field. `book` holds the rows before the change. */
export const historyLines = (writes: readonly RowWrite[], book: RowReader, how: How): HistoryLine[] =>
  writes.flatMap((write) => {
    const before = write.collection === 'job' ? book.get('job', write.row.id) : undefined;
    if (write.collection !== 'job' || !before) return [];
    return changesBetween(before, write.row).map((change) => ({ job_id: before.id, how, ...change }));
  });

/** The statement that writes job history for a command's changes to jobs. No statement if it changes none. */
export const historyRows = (by: By, writes: readonly RowWrite[], book: RowReader, how: How): RawBuilder<unknown>[] =>
  historyOf(by, historyLines(writes, book, how));

/** The statement that writes lines of job history in their order. No statement if there are no lines. */
export function historyOf({ actor, customerId, now }: HistoryBy, lines: readonly HistoryLine[]): RawBuilder<unknown>[] {
  if (lines.length === 0) return [];
  return [
    sql`insert into job_history (customer_id, job_id, at, who, how, field, before, after, origin)
      select ${customerId}, l.job_id, ${now}, ${actor.name}, l.how, l.field, l.before, l.after, l.origin
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l(job_id bigint, how text, field text, before jsonb, after jsonb, origin jsonb)`,
  ];
}

type Effect = { readonly writes: readonly RowWrite[]; readonly book: RowReader };
/** One audit line, without the columns that all lines of a commit share. */
export type AuditLine = {
  readonly client_id: string | null;
  readonly seq: number | null;
  readonly command: string;
  readonly detail: object;
};

/**
 * The audit line of a command. The line of an applied command carries its mutation's key, so each key is in the log exactly once
 * [promise 1]. Without an effect, the line records a forbidden attempt [D9.2].
 */
export function auditLine({ lane, name, args }: Sent, effect: Effect | null): AuditLine {
  const key = effect && lane ? { client_id: lane.clientId, seq: lane.seq } : { client_id: null, seq: null };
  return { ...key, command: name, detail: effect ? { args, ...mappings(effect) } : { args, forbidden: true, lane } };
}

/** The statement that writes the audit line of one command. */
export const auditRow = (sent: Sent, effect: (Effect & { readonly rev: RawBuilder<number> }) | null): RawBuilder<unknown> =>
  auditOf(sent, [auditLine(sent, effect)], effect?.rev ?? null);

/** The statement that writes the audit lines of one revision in their order. */
export const auditOf = (
  { actor, customerId, now }: By,
  lines: readonly AuditLine[],
  rev: RawBuilder<number> | null,
): RawBuilder<unknown> =>
  sql`insert into audit (customer_id, at, actor_id, subject_id, client_id, seq, command, detail, rev)
    select ${customerId}, ${now}, ${actor.actorId}, ${actor.userId}, l.client_id, l.seq, l.command, l.detail, ${rev}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(client_id text, seq bigint, command text, detail jsonb)`;

/** The mapped values of texts before and after the command. Jobs are left out, because job history records them. */
function mappings({ writes, book }: Effect): { mapped?: unknown } {
  const mapped = writes.flatMap((write) =>
    write.collection === 'mapValue'
      ? [{ id: write.row.id, before: book.get('mapValue', write.row.id)?.mappedId ?? null, after: write.row.mappedId }]
      : [],
  );
  return mapped.length > 0 ? { mapped } : {};
}

/** Adds who last changed a field, taken from job history if the row itself does not say. */
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
