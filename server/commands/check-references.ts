import { sql } from 'kysely';
import type { CommandName } from '#contract/commands.ts';
import type { MapKind } from '#contract/rows.ts';
import type { CommandRefusal, RowReader } from '#domain/commands/command.ts';
import { mapFields } from '#domain/jobs/mapping-of.ts';
import type { Tx } from '../db/connection.ts';

type Choice = { readonly targetId: number | null; readonly kind: MapKind; readonly extId: string };

/**
 * A mapped choice must stand in the customer's own list of that target and kind: a text of any other origin, another
 * customer's ids among them, is refused [D1.2]. Null when nothing is chosen or the choice is there.
 */
export async function checkReferences(
  tx: Tx,
  customerId: number,
  name: CommandName,
  args: unknown,
  rows: RowReader,
): Promise<CommandRefusal | null> {
  const choice = choiceOf(name, args, rows);
  if (!choice) return null;
  const { rows: found } = await sql`
    select 1 from ats_value
    where customer_id = ${customerId} and kind = ${choice.kind} and ext_id = ${choice.extId} and not deleted
      and (${choice.targetId}::int is null or target_id = ${choice.targetId}) limit 1`.execute(tx);
  return found.length > 0 ? null : { code: 'invalid', message: `The ATS lists no ${choice.kind} with the id ${choice.extId}.` };
}

function choiceOf(name: CommandName, args: unknown, rows: RowReader): Choice | null {
  if (name === 'value.map.v1') {
    const { ids, mappedId } = args as { ids: number[]; mappedId: string | null };
    const value = ids.map((id) => rows.get('mapValue', id)).find((row) => row !== undefined);
    return value && mappedId !== null ? { targetId: value.targetId, kind: value.kind, extId: mappedId } : null;
  }
  if (name === 'job.map.v1') {
    const { id, kind, mappedId } = args as { id: number; kind: MapKind; mappedId: string | null };
    const valueId = rows.get('job', id)?.[mapFields[kind].value] ?? null;
    const targetId = valueId === null ? null : (rows.get('mapValue', valueId)?.targetId ?? null);
    return mappedId === null ? null : { targetId, kind, extId: mappedId };
  }
  return null;
}
