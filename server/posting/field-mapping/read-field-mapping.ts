import { sql } from 'kysely';
import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { paySetupOf } from '#domain/pay/pay.ts';
import { readsCalculated } from '#domain/posting/field-mapping/calculated.ts';
import { dateForm, linesInUse } from '#domain/posting/field-mapping/kind-lines.ts';
import { type MappedFields, type MappedJob, mappedFields, rootOf } from '#domain/posting/field-mapping/mapped-fields.ts';
import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { flexValues } from '#domain/posting/flex-mapping/flex-values.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { paySetup } from '#server/rules/pay/pay-setup.ts';
import { statusBook } from '#server/rules/ruling/ruling.ts';

/** The lines of a target's field mapping, by id. */
export const fieldMappingOf = (db: Db | Tx, customerId: number, targetId: number): Promise<FieldMappingRow[]> =>
  rowsOf(db, customerId, 'fieldMapping', { where: sql`target_id = ${targetId}::bigint` });

/** The fields of the ATS that a target's lines fill, each once. */
export async function fieldsSent(db: Db, customerId: number, { id, typeId }: TargetRow): Promise<string[]> {
  const lines = linesInUse(typeId, await fieldMappingOf(db, customerId, id));
  return [...new Set(lines.map(({ atsField }) => rootOf(atsField)))];
}

/** What a target's field mapping makes of a job. Pay setup and statuses are read only if a line needs them. */
export async function mappedOrder(
  tx: Tx,
  customerId: number,
  target: TargetRow,
  {
    today,
    flex,
    ...copy
  }: Omit<MappedJob, 'around' | 'dates' | 'flex'> & { readonly today: string; readonly flex: FlexMapping | null },
): Promise<MappedFields> {
  const dates = dateForm(target.typeId);
  const job = { ...copy, dates, flex: flexValues(copy.job, flex, dates) };
  const lines = linesInUse(target.typeId, await fieldMappingOf(tx, customerId, target.id));
  if (!lines.some(readsCalculated)) return mappedFields(lines, { ...job, around: { today, pay: null } });
  const around = { today, pay: paySetupOf(await paySetup(tx, customerId)), statuses: await statusBook(tx, customerId) };
  return mappedFields(lines, { ...job, around });
}
