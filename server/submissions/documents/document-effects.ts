import { sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { documentSideOf, noJrDocument, rivalDocumentProblem, rivalDocumentStep } from '#domain/submissions/document-steps.ts';
import type { Rejection } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { findSubmissionTarget } from '../targets/target-rows.ts';
import { hasJrDocument } from './document-links.ts';

type Asked = Omit<CommandArgs<'submissionDocumentStep.save.v1'>, 'ref'>;

/**
 * Refuses a step to a document that Jobdock's own list does not have, and a second one for a document by what the first one says. The
 * target's row is locked, so that two people at once get one step and one refusal.
 */
async function guardStep(tx: Tx, { customerId }: { readonly customerId: number }, asked: Asked): Promise<Rejection | null> {
  const target = await findSubmissionTarget(tx, customerId, asked.targetId, true);
  const refused = { code: 'invalid', conflicts: [] } as const;
  if (!(await hasJrDocument(tx, asked.jrDocumentId))) return { ...refused, ...noJrDocument };
  if (!target) return null;
  const step = { ...asked, side: documentSideOf(target.row.system_id) };
  const ofTarget = { where: sql`target_id = ${asked.targetId}` };
  const rival = rivalDocumentStep(step, await rowsOf(tx, customerId, 'submissionDocumentStep', ofTarget));
  if (!rival) return null;
  return {
    ...refused,
    ...rivalDocumentProblem(target.row.name, { side: rival.side, ...(await namesOf(tx, customerId, rival)) }),
  };
}

type Rival = { readonly documentId: number; readonly jrDocumentId: number };

/** The names of both documents of a step. */
async function namesOf(
  tx: Tx,
  customerId: number,
  { documentId, jrDocumentId }: Rival,
): Promise<{ name: string; jrName: string }> {
  const { rows } = await sql<{ name: string; jrName: string }>`
    select coalesce((select name from submission_entry where customer_id = ${customerId} and id = ${documentId}), 'A document') as name,
      coalesce((select name from jr_entry where id = ${jrDocumentId}), 'a document') as "jrName"`.execute(tx);
  return rows[0] ?? { name: 'A document', jrName: 'a document' };
}

/** Server-side effects of the commands of steps of documents: one step for each document of a target. */
export const documentEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `submissionDocumentStep.${string}`>> = {
  'submissionDocumentStep.save.v1': { guard: guardStep, completes: 'none' },
  'submissionDocumentStep.remove.v1': { guard: 'none', completes: 'none' },
  'submissionDocumentStep.restore.v1': { guard: guardStep, completes: 'none' },
};
