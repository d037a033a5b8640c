import { cancelMapRun, undoMapRun } from '#contract/mapping/mapping-runs.ts';
import { undoMove } from '#contract/people/moves.ts';
import { undoRuleRun } from '#contract/rules/rule-runs.ts';
import { type LongWork, stopLongWork, undoLongWork } from '#contract/system/long-work.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import type { Call, Caller } from '#src/sync/call.ts';
import { startWork, type WorkHandle } from '#src/ui/long-work/long-work.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { longWorkNews } from './long-work-news.ts';

export const isOver = ({ state }: LongWork): boolean => state !== 'queued' && state !== 'running' && state !== 'undoing';

/** The id of a run's line in the tray. A later run of the same task or target takes over the line. */
export const workLineOf = (cust: number, kind: LongWork['kind'], subjectId: number): string => `${kind}-${cust}-${subjectId}`;

/** A run and its undo are two pieces of work with one id. */
export const workKey = ({ id, state }: LongWork): string => (isUndo(state) ? `undo ${id}` : `${id}`);

const isUndo = (state: LongWork['state']): boolean => state === 'undoing' || state === 'undone';

/** Shows the state of a run in its line. `handles` has the lines that this page has begun, by `workKey`. */
export function showWork(caller: Caller, cust: number, work: LongWork, handles: Map<string, WorkHandle>): void {
  const { call } = caller;
  const handle = handles.get(workKey(work)) ?? begin(call, cust, work);
  handles.set(workKey(work), handle);
  const { state, message, seen, total, stopping, phase } = work;
  const next = nextOf(caller, cust, work);
  if (state === 'failed') handle.fail(message, undefined, next);
  else if (state === 'cancelled') handle.cancelled(message, next);
  else if (isOver(work)) handle.finish(message, undefined, next);
  else handle.report({ phase: stopping ? 'Stopping' : (phases[state] ?? phase), done: seen, total: total > 0 ? total : null });
}

/** What a person may do once the work is over. */
function nextOf(caller: Caller, cust: number, work: LongWork): Parameters<WorkHandle['cancelled']>[1] {
  if (work.canUndo) return { label: 'Undo', run: () => void takeBack(caller.call, cust, work) };
  const { kind, subjectId: id, state } = work;
  if (id === null) return undefined;
  const go = (what: 'save' | 'saveExport' | 'again') => () =>
    void import('./report-files.ts').then((files) => files[what](caller, { cust, id }));
  if (kind === 'data-export') return state === 'done' ? { label: 'Download', stays: true, run: go('saveExport') } : undefined;
  if (kind !== 'report-file') return undefined;
  return state === 'done' ? { label: 'Download', stays: true, run: go('save') } : { label: 'Retry', run: go('again') };
}

const phases: Partial<Record<LongWork['state'], string>> = { queued: 'Queued', undoing: 'Undoing' };

function begin(call: Call, cust: number, work: LongWork): WorkHandle {
  const { id, kind, name, queuedAt, endedAt, subjectId, state } = work;
  const undoing = isUndo(state);
  return startWork({
    id: workLineOf(cust, kind, subjectId ?? id),
    title: undoing ? `Undo: ${name}` : name,
    // An undo starts after the end of its run.
    startedAt: undoing ? (endedAt ?? new Date().toISOString()) : queuedAt,
    to: pathOf(cust, work),
    ...(!undoing && { cancel: { run: () => void stop(call, cust, work), keeps: keeps[kind] } }),
  });
}

const keeps: Record<LongWork['kind'], string> = {
  collect: 'Jobs staged so far stay. No missing job is canceled.',
  'task-removal': 'Jobs canceled so far stay canceled.',
  upload: 'Jobs staged so far stay.',
  'sync-lists': 'Lists read so far stay updated.',
  'submission-lists': 'Lists read so far stay updated.',
  'ai-measure': 'The earlier measurement stays. Rows answered so far are not asked again.',
  mapping: 'Values mapped so far stay mapped. You can undo them.',
  rules: 'Jobs changed so far stay changed. You can undo them.',
  refresh: 'Jobs refreshed so far stay as they are. You can undo them.',
  'cancel-orders': 'Jobs canceled so far stay canceled. You can undo them.',
  repost: 'Jobs queued so far stay.',
  'report-file': 'No file is made.',
  'data-export': 'No file is made.',
  'notice-mail': 'Emails sent so far stay sent.',
  move: 'Sources moved so far stay at the child. You can undo them.',
};

function pathOf(cust: number, { id, kind, subjectId }: LongWork): string {
  if (kind === 'mapping') return pathTo('/mapruns', {}, { open: `run:${id}` });
  if (kind === 'rules' || kind === 'refresh') return pathTo('/report_rules');
  if (kind === 'report-file') return pathTo('/reports', {}, { file: String(subjectId) });
  if (kind === 'data-export') return pathTo('/export/:id', { id: cust }, { file: String(subjectId) });
  if (kind === 'notice-mail') return pathTo('/notificationsEmail');
  if (kind === 'submission-lists') return pathTo('/submissiontargets');
  if (kind === 'ai-measure') return pathTo('/aiprompts/:id', { id: subjectId ?? 0 });
  if (kind === 'move') return pathTo('/link', {}, { tab: 'moves' });
  if (kind === 'upload' || kind === 'cancel-orders') return pathTo('/staging/:pg?/:all?');
  if (subjectId === null || kind === 'task-removal') return pathTo('/tasks/:c?');
  return kind === 'collect'
    ? pathTo('/edittask/:id/:c?', { id: subjectId })
    : pathTo('/targetconfig/:id/:cid?', { id: subjectId });
}

async function stop(call: Call, cust: number, { id, kind, name }: LongWork): Promise<void> {
  const answer = kind === 'mapping' ? await call(cancelMapRun, { cust, id }) : await call(stopLongWork, { cust, id });
  if (!answer.ok) toast.warning({ title: `Not stopped: ${name}`, detail: errorMessage(answer.error) });
  longWorkNews.begun();
}

async function takeBack(call: Call, cust: number, { id, kind, name }: LongWork): Promise<void> {
  const answer = await undoCall(call, cust, kind, id);
  if (!answer.ok) toast.error({ title: `Not undone: ${name}`, detail: errorMessage(answer.error) });
  longWorkNews.begun();
}

function undoCall(call: Call, cust: number, kind: LongWork['kind'], id: number) {
  if (kind === 'move') return call(undoMove, { customer: cust, id });
  if (kind === 'cancel-orders') return call(undoLongWork, { cust, id });
  return kind === 'mapping' ? call(undoMapRun, { cust, id }) : call(undoRuleRun, { cust, id });
}
