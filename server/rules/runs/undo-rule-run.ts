import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import { absent } from '#contract/rows/absent.ts';
import type { RuleRun } from '#contract/rules/rule-runs.ts';
import { may } from '#domain/rights/may.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { RecordLine } from '#server/kit/http/audited.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { findRun, undoRun } from '#server/runs/run-rows.ts';
import { staffAgain } from './facility-rules.ts';
import { refreshRuns, ruleRuns, runsOf } from './run-rows.ts';

type Refused =
  | { readonly kind: 'not_found'; readonly what?: string }
  | { readonly kind: 'forbidden'; readonly needs: RightName }
  | { readonly kind: 'conflict'; readonly current: { readonly message: string } };

type Undo = Pick<Services, 'db' | 'now'> & { readonly actor: Actor; readonly record: RecordLine };

/** The run after its undo was begun, with the receipt of its audit line; null if it was undone or begun before. */
type Undone = { readonly run: RuleRun; readonly receipt: Awaited<ReturnType<RecordLine>> | null };

/**
 * Undoes a run over jobs. A run that stopped the staffing of facilities is undone at once: their rules go, and rules run over their jobs
 * again. Any other run goes back to the stored values in the background.
 */
export async function undoRuleRun(
  { db, now, actor, record }: Undo,
  customerId: number,
  id: number,
): Promise<Result<Undone, Refused>> {
  const [run] = await runsOf(db, [customerId], [id]);
  if (!run) return no(absent('run of rules', id));
  const ref = { customerId, runId: id };
  const staffing = run.kind === 'rules' ? (await findRun(db, ruleRuns, ref))?.work.staffing : undefined;
  const needs = staffing ? 'jobs.cancel' : 'rules.test';
  if (!may(actor, needs)) return no({ kind: 'forbidden', needs });
  if (run.state === 'undone' || run.state === 'undoing') return ok({ run, receipt: null });
  if (run.state === 'queued' || run.state === 'running') return conflict('The run is not done yet. Stop it first.');
  if (!run.canUndo) return conflict('The run has nothing to undo: it changed no jobs, or it is too old.');
  const line = { object: ['ruleRun', id], facts: { name: run.name } } as const;
  const begin = async (tx: Tx) => {
    const begun = await undoRun(tx, run.kind === 'rules' ? ruleRuns : refreshRuns, ref, actor.userId);
    return begun ? record(tx, line) : null;
  };
  const receipt = staffing ? await record(db, line) : await db.transaction().execute(begin);
  if (receipt === null) return conflict('The run cannot be undone right now. Try again in a minute.');
  if (staffing) {
    await staffAgain({ db, now }, actor, { customerId, sourceId: staffing.sourceId }, staffing.facilities);
    await sql`update run set state = 'undone', message = 'Undone: the facilities are staffed again.'
      where customer_id = ${customerId} and id = ${id} and kind = ${ruleRuns.name}`.execute(db);
    await sql`update run_job set undone = true where customer_id = ${customerId} and run_id = ${id}`.execute(db);
  }
  const [after] = await runsOf(db, [customerId], [id]);
  return after ? ok({ run: after, receipt }) : no(absent('run of rules', id));
}

const conflict = (message: string) => no({ kind: 'conflict' as const, current: { message } });
