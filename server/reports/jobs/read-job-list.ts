import { sql } from 'kysely';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { JobQuestion, ListGround } from '#domain/job-list/job-list.ts';
import { paySetupOf } from '#domain/pay/pay.ts';
import { zipsWithin } from '#domain/places/zip-places.ts';
import { type Condition, columnsIn, nearIn } from '#domain/query/condition.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { zipTable } from '#server/kit/lib/zip-places.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { namesAt } from '#server/people/labels/read-labels.ts';
import { paySetup } from '#server/rules/pay/pay-setup.ts';
import { statusBook } from '#server/rules/ruling/ruling.ts';
import { answerApart, type JobPortion } from './list-apart.ts';
import { type ListLine, nearName } from './list-work.ts';

/** Jobs read at once. */
const portion = 1000;
/** By far the longest text of a job. It is read only where a list shows it. */
const description = 'description';

type Asked = {
  readonly cust: number;
  readonly question: JobQuestion;
  readonly targets: readonly TargetRow[];
  readonly now: Date;
  readonly most: number;
  readonly read: (rows: number) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * The jobs of a customer that a list has, as a device answers it from its own rows: in portions from the database, put together in a
 * thread. Null if there are more than `most`.
 */
export async function readJobList(db: Db, asked: Asked): Promise<readonly ListLine[] | null> {
  const { cust, question, most, read, signal } = asked;
  const ground = await groundOf(db, asked);
  const used = [
    ...columnsIn(question.where),
    ...question.sort.map(({ key }) => key),
    ...question.columns.map(({ from }) => from),
  ];
  const isWhole = used.includes(description);
  const { workTypes: workTypeWords } = await namesAt(db, cust);
  const start = { question: { ...question, workTypeWords }, ground, near: zipsAround(question.where) };
  return answerApart(start, { portionAfter: (id) => portionAfter(db, cust, id, isWhole), most, read, signal });
}

async function portionAfter(db: Db, cust: number, after: number, isWhole: boolean): Promise<JobPortion> {
  const row = isWhole ? sql`row` : sql`row - ${description} || '{"description":null}'`;
  const { rows } = await sql<{ id: number; job: string }>`
    select id, (${row})::text as job from job where customer_id = ${cust} and id > ${after} and not deleted
    order by id limit ${portion}`.execute(db);
  return { jobs: rows.map(({ job }) => job), last: rows.at(-1)?.id ?? after };
}

async function groundOf(db: Db, { cust, targets, now }: Asked): Promise<ListGround> {
  const inUse = targets.filter(({ disabled }) => !disabled).map(({ id }) => id);
  return {
    values: await rowsOf(db, cust, 'mapValue'),
    ats: await rowsOf(db, cust, 'atsValue'),
    book: await statusBook(db, cust),
    floor: (await rowsOf(db, cust, 'rateFloor')).find(({ purged }) => !purged) ?? null,
    around: { today: dayIn(await zoneOfCustomer(db, cust), now), pay: paySetupOf(await paySetup(db, cust)) },
    // Without a target, what people have to choose is the same for each that may come.
    targetIds: inUse.length === 0 ? [0] : inUse,
  };
}

const zipsAround = (where: Condition): ReadonlyMap<string, ReadonlySet<number> | null> =>
  new Map(nearIn(where).map(({ zip, miles }) => [nearName(zip, miles), zipsWithin(zipTable(), zip, miles)]));
