import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import { absent } from '#contract/rows/absent.ts';
import type { RuleRun } from '#contract/rules/rule-runs.ts';
import { may } from '#domain/rights/may.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { findRun, undoRun } from '#server/runs/run-rows.ts';
import { staffAgain } from './facility-rules.ts';
import { refreshRuns, ruleRuns, runsOf } from './run-rows.ts';

type Refused =
  | { readonly kind: 'not_found'; readonly what?: string }
  | { readonly kind: 'forbidden'; readonly needs: RightName }
  | { readonly kind: 'conflict'; readonly current: { readonly message: string } };

type Undo = Pick<Services, 'db' | 'now'> & { readonly actor: Actor };

/**
 * Undoes a run over jobs. A run that stopped the staffing of facilities is undone at once: their rules go, and rules run over their jobs
 * again. Any other run goes back to the stored values in the background.
 */
export async function undoRuleRun({ db, now, actor }: Undo, customerId: number, id: number): Promise<Result<RuleRun, Refused>> {
  const [run] = await runsOf(db, [customerId], [id]);
  if (!run) return no(absent('run of rules', id));
  const ref = { customerId, runId: id };
  const staffing = run.kind === 'rules' ? (await findRun(db, ruleRuns, ref))?.work.staffing : undefined;
  const needs = staffing ? 'jobs.cancel' : 'rules.test';
  if (!may(actor, needs)) return no({ kind: 'forbidden', needs });
  if (run.state === 'undone' || run.state === 'undoing') return ok(run);
  if (run.state === 'queued' || run.state === 'running') return conflict('The run is not done yet. Stop it first.');
  if (!run.canUndo) return conflict('The run has nothing to undo: it changed no jobs, or it is too old.');
  if (staffing) {
    await staffAgain({ db, now }, actor, { customerId, sourceId: staffing.sourceId }, staffing.facilities);
    await sql`update run set state = 'undone', message = 'Undone: the facilities are staffed again.'
      where customer_id = ${customerId} and id = ${id} and kind = ${ruleRuns.name}`.execute(db);
    await sql`update run_job set undone = true where customer_id = ${customerId} and run_id = ${id}`.execute(db);
  } else {
    const kind = run.kind === 'rules' ? ruleRuns : refreshRuns;
    await db.transaction().execute((tx) => undoRun(tx, kind, ref, actor.userId));
  }
  const [after] = await runsOf(db, [customerId], [id]);
  return after ? ok(after) : no(absent('run of rules', id));
}

const conflict = (message: string) => no({ kind: 'conflict' as const, current: { message } });
