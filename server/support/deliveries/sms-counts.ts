import type { Db } from '#server/kit/db/connection.ts';

/** The text messages of each run of job alerts, counted by what became of them. */
export type SmsCounts = Readonly<Record<'waiting' | 'sent' | 'inDoubt' | 'unknown' | 'refused' | 'stopped' | 'segments', number>>;

export const noSms: SmsCounts = { waiting: 0, sent: 0, inDoubt: 0, unknown: 0, refused: 0, stopped: 0, segments: 0 };

/** Counts the messages of some runs of a customer. A run without messages is not in the answer. */
export async function countSms(db: Db, customerId: number, runIds: readonly number[]): Promise<ReadonlyMap<number, SmsCounts>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sms_message')
    .select((e) => {
      const where = (...states: readonly string[]) =>
        e.fn.countAll<number>().filterWhere(e.cast<string>('state', 'text'), 'in', states);
      return [
        e.ref('alert_run_id').$notNull().as('runId'),
        where('waiting', 'sending', 'doubt').as('waiting'),
        where('sent').as('sent'),
        where('unknown').as('unknown'),
        where('failed').as('refused'),
        where('stopped').as('stopped'),
        e.fn.countAll<number>().filterWhere('in_doubt', '>', 0).as('inDoubt'),
        e.fn.coalesce(e.fn.sum<number>('segments').filterWhere('sid', 'is not', null), e.val(0)).as('segments'),
      ];
    })
    .where('customer_id', '=', customerId)
    .where('alert_run_id', 'in', runIds)
    .groupBy('alert_run_id')
    .execute();
  return new Map(rows.map(({ runId, ...counts }) => [runId, counts]));
}
