import { sql } from 'kysely';
import { kindLines } from '#domain/posting/field-mapping/kind-lines.ts';
import { lineProblems, lostField } from '#domain/posting/field-mapping/line-problems.ts';
import type { FieldLine } from '#domain/posting/field-mapping/mapped-fields.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { fieldMappingOf } from './read-field-mapping.ts';

type Saved = Omit<FieldLine, 'id' | 'position'> & { readonly targetId: number };
type Asked = { readonly id: number; readonly targetId: number };

const invalid = (message: string): Rejection => ({ code: 'invalid', field: 'atsField', message, conflicts: [] });

/** Makes others wait until this transaction ends who would change the same target's lines. */
const holdLines = (tx: Tx, { customerId }: Sent, targetId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`field mapping ${customerId}/${targetId}`}, 0))`.execute(tx);

/** Refuses a change after which job orders would lack a field that the ATS needs. `next`: the line after it; null: removed. */
async function guardRequired(
  tx: Tx,
  sent: Sent,
  { id, targetId }: Asked,
  next: { readonly atsField: string } | null,
): Promise<Rejection | null> {
  await holdLines(tx, sent, targetId);
  const target = await storedRow(tx, sent.customerId, 'target', targetId);
  const all = await fieldMappingOf(tx, sent.customerId, targetId);
  const line = all.find((each) => each.id === id);
  if (!target || !line) return null;
  const left = [...all.filter((each) => each.id !== id), ...(next ? [next] : [])];
  const lost = lostField(line, left, target.row.typeId);
  if (lost === null) return null;
  const ats = targetKind(target.row.typeId).name;
  return invalid(`${ats} needs the field ${lost} in every job order. Add another line for it first.`);
}

/** Refuses a line that cannot say this. The fields of the ATS are checked by the call and by the form, which can read them. */
async function guardLine(tx: Tx, { customerId }: Sent, { targetId, ...line }: Saved): Promise<Rejection | null> {
  const target = await storedRow(tx, customerId, 'target', targetId);
  const [first] = target ? lineProblems(line, { typeId: target.row.typeId, atsFields: null }) : [];
  return first ? { ...invalid(first.message), field: first.field } : null;
}

/** A target without lines uses those of its kind. The first line of its own would replace all of them. */
async function guardFirst(tx: Tx, { customerId }: Sent, targetId: number): Promise<Rejection | null> {
  const target = await storedRow(tx, customerId, 'target', targetId);
  if (!target || kindLines(target.row.typeId).length === 0) return null;
  const held = await fieldMappingOf(tx, customerId, targetId);
  return held.length > 0
    ? null
    : invalid(`The field mapping of ${target.row.name} is not set up. Save the target, then add the line.`);
}

/** Server-side effects of the commands of field mappings: what the ATS needs keeps a line. */
export const fieldMappingEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `fieldMapping${string}`>> = {
  'fieldMapping.save.v1': {
    guard: async (tx, sent, args) =>
      (await guardLine(tx, sent, args)) ?? (await guardRequired(tx, sent, args, args)) ?? guardFirst(tx, sent, args.targetId),
    completes: 'none',
  },
  'fieldMapping.move.v1': { guard: 'none', completes: 'none' },
  'fieldMapping.remove.v1': { guard: (tx, sent, args) => guardRequired(tx, sent, args, null), completes: 'none' },
  'fieldMapping.restore.v1': {
    guard: async (tx, sent, args) => (await guardLine(tx, sent, args)) ?? guardRequired(tx, sent, args, args),
    completes: 'none',
  },
};
