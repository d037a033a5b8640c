import { sql } from 'kysely';
import type { AiMeasurement } from '#contract/ai/measurements.ts';
import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { settledOf } from '#domain/ai/dataset/row-state.ts';
import type { Answer, MeasuredRow, Measurement } from '#domain/ai/measure/measure.ts';
import type { Reading } from '#domain/ai/reading.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

export type Split = 'dev' | 'test';

/** What a measurement is of. A second one of the same takes the place of the first. */
export type MeasuredThing = {
  readonly customerId: number;
  readonly promptId: number;
  readonly version: number;
  readonly split: Split;
  readonly model: string;
};

/** A row of the dataset that counts, with what it says. */
export type LabeledRow = { readonly row: DatasetRow; readonly truth: Reading };

/** The settled rows of a customer's dataset, by id. */
export async function labeledRows(db: Db | Tx, customerId: number, split: Split): Promise<LabeledRow[]> {
  const rows = await rowsOf(db, customerId, 'datasetRow');
  return rows
    .filter((row) => row.split === split)
    .flatMap((row) => {
      const truth = settledOf(row);
      return truth === null ? [] : [{ row, truth }];
    })
    .sort((a, b) => a.row.id - b.row.id);
}

const sameThing = ({ customerId, promptId, version, split, model }: MeasuredThing) =>
  sql`customer_id = ${customerId} and prompt_id = ${promptId} and version = ${version} and split = ${split} and model = ${model}`;

/** The measurement that was begun and not completed, with the rows that it has; otherwise a new one. */
export async function begunMeasurement(
  tx: Tx,
  thing: MeasuredThing,
  { by, at, ownModel }: { readonly by: string; readonly at: Date; readonly ownModel: boolean },
): Promise<{ readonly id: number; readonly answered: ReadonlySet<number> }> {
  const { rows } = await sql<{ id: number }>`
    insert into ai_measurement (customer_id, prompt_id, version, split, model, own_model, by, at)
    values (${thing.customerId}, ${thing.promptId}, ${thing.version}, ${thing.split}, ${thing.model}, ${ownModel}, ${by}, ${at})
    on conflict (customer_id, prompt_id, version, split, model) where figures is null
      do update set by = excluded.by, at = excluded.at, own_model = excluded.own_model returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the measurement was not written');
  return { id, answered: new Set((await answersOf(tx, thing.customerId, id)).keys()) };
}

/** Keeps the answers to rows of the dataset, by the id of the row. */
export async function keepAnswers(
  tx: Tx,
  { customerId, id }: { readonly customerId: number; readonly id: number },
  answers: ReadonlyMap<number, Answer>,
): Promise<void> {
  await tx
    .insertInto('ai_measured_row')
    .values(
      Array.from(answers, ([row_id, { outcome, reading, milliseconds, cost }]) => ({
        customer_id: customerId,
        measurement_id: id,
        row_id,
        outcome,
        reading: reading === null ? null : JSON.stringify(reading),
        milliseconds,
        cost,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The answers of a measurement, by the id of the row of the dataset. */
async function answersOf(db: Db | Tx, customerId: number, id: number): Promise<Map<number, Answer>> {
  const { rows } = await sql<Answer & { rowId: number }>`
    select row_id as "rowId", outcome, reading, milliseconds, cost from ai_measured_row
    where customer_id = ${customerId} and measurement_id = ${id} order by row_id`.execute(db);
  return new Map(rows.map(({ rowId, ...answer }) => [rowId, answer]));
}

/** The answers of a measurement beside the labels of today. Rows that are not in the dataset any more, or not settled, are left out. */
export async function measuredRows(
  db: Db | Tx,
  { customerId, id, split }: Pick<AiMeasurement, 'customerId' | 'id' | 'split'>,
): Promise<(MeasuredRow & LabeledRow)[]> {
  const answers = await answersOf(db, customerId, id);
  return (await labeledRows(db, customerId, split)).flatMap((labeled) => {
    const answer = answers.get(labeled.row.id);
    return answer ? [{ ...labeled, id: String(labeled.row.id), answer }] : [];
  });
}

/** Completes a measurement; it takes the place of the earlier one of the same. */
export async function completeMeasurement(
  tx: Tx,
  thing: MeasuredThing,
  {
    id,
    standIn,
    figures,
    at,
  }: { readonly id: number; readonly standIn: boolean; readonly figures: Measurement; readonly at: Date },
): Promise<void> {
  await sql`delete from ai_measurement where ${sameThing(thing)} and figures is not null`.execute(tx);
  await sql`update ai_measurement set figures = ${JSON.stringify(figures)}::jsonb, stand_in = ${standIn}, at = ${at}
    where customer_id = ${thing.customerId} and id = ${id}`.execute(tx);
}

const columns = sql`m.id, m.customer_id as "customerId", c.name as customer, m.prompt_id as "promptId", m.version, m.split, m.model,
  m.own_model as "ownModel", m.stand_in as "standIn", m.by, m.at, m.figures`;

/** The complete measurements of a prompt, the newest first. Not for a connection that is limited to customers. */
export async function measurementsOf(db: Db | Tx, promptId: number): Promise<AiMeasurement[]> {
  const { rows } = await sql<AiMeasurement>`
    select ${columns} from ai_measurement m join customer c on c.id = m.customer_id and c.deleted_at is null
    where m.prompt_id = ${promptId} and m.figures is not null order by m.at desc, m.id desc`.execute(db);
  return rows;
}

/** One complete measurement of a customer. */
export async function measurementOf(db: Db | Tx, customerId: number, id: number): Promise<AiMeasurement | undefined> {
  const { rows } = await sql<AiMeasurement>`
    select ${columns} from ai_measurement m join customer c on c.id = m.customer_id
    where m.customer_id = ${customerId} and m.id = ${id} and m.figures is not null`.execute(db);
  return rows[0];
}
