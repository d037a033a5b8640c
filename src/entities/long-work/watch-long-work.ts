import { useEffect } from 'react';
import * as z from 'zod';
import { cancelMapRun, undoMapRun } from '#contract/mapping/mapping-runs.ts';
import { type LongWork, listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Call } from '#src/sync/call.ts';
import { localSetting } from '#src/ui/local-setting.ts';
import { startWork, type WorkHandle } from '#src/ui/long-work/long-work.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { longWorkNews } from './long-work-news.ts';

/** Time between requests, in ms: while work runs, while none runs, and right after the user started work. */
const runningMs = 1_000;
const idleMs = 30_000;
const beginningMs = 300;

/** For each customer, the end time of the last work shown here. The next page reports work that ended between pages. */
const shownUntil = localSetting('long-work-shown', z.record(z.string(), z.string()), {});

/** Shows all long work that this user requested in the tray, and reports its end, whichever screen is open. */
export function useWatchedLongWork(): void {
  const call = useCall();
  const customerId = useSession().customer.id;
  useEffect(() => {
    const page = new AbortController();
    void watchAll(call, customerId, page.signal);
    return () => page.abort();
  }, [call, customerId]);
}

async function watchAll(call: Call, cust: number, gone: AbortSignal): Promise<void> {
  const handles = new Map<string, WorkHandle>();
  let since = shownUntil.read()[cust] ?? new Date().toISOString();
  while (!gone.aborted) {
    const answer = await call(listLongWork, { cust, since });
    if (gone.aborted) return;
    const works = answer.ok ? answer.value : [];
    for (const work of works.toReversed()) show(call, cust, work, handles);
    since = works.reduce((last, { endedAt }) => (endedAt !== null && endedAt > last ? endedAt : last), since);
    shownUntil.write({ ...shownUntil.read(), [cust]: since });
    await untilNext(works.some((work) => !isOver(work)) ? runningMs : idleMs, gone);
  }
}

/** Waits `ms`, or less if the user starts work. */
async function untilNext(ms: number, gone: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, ms);
    const stop = longWorkNews.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, beginningMs);
    });
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    gone.addEventListener('abort', end, { once: true });
  });
}

const isOver = ({ state }: LongWork): boolean => state !== 'queued' && state !== 'running' && state !== 'undoing';

/** The id of a tray line. Newer work on the same task or target takes over the line. */
export const workLineOf = (cust: number, kind: LongWork['kind'], subjectId: number): string => `${kind}-${cust}-${subjectId}`;

function show(call: Call, cust: number, work: LongWork, handles: Map<string, WorkHandle>): void {
  const key = `${work.id} ${work.state === 'undoing' || work.state === 'undone'}`;
  const handle = handles.get(key) ?? begin(call, cust, work);
  handles.set(key, handle);
  const { state, message, seen, total, stopping } = work;
  const undo = work.canUndo ? () => void takeBack(call, cust, work) : undefined;
  if (state === 'failed') handle.fail(message);
  else if (state === 'cancelled') handle.cancelled(message, undo);
  else if (isOver(work)) handle.finish(message, undefined, undo);
  else handle.report({ phase: stopping ? 'Stopping' : (phases[state] ?? ''), done: seen, total: total > 0 ? total : null });
}

const phases: Partial<Record<LongWork['state'], string>> = { queued: 'Queued', undoing: 'Undoing' };

function begin(call: Call, cust: number, work: LongWork): WorkHandle {
  const { id, kind, name, queuedAt, endedAt, subjectId, state } = work;
  const undoing = state === 'undoing' || state === 'undone';
  return startWork({
    id: workLineOf(cust, kind, subjectId ?? id),
    title: undoing ? `Undo: ${name}` : name,
    // An undo starts later than the run that it undoes.
    startedAt: undoing ? (endedAt ?? new Date().toISOString()) : queuedAt,
    to: pathOf(work),
    ...(!undoing && { cancel: { run: () => void stop(call, cust, work), keeps: keeps[kind] } }),
  });
}

const keeps: Record<LongWork['kind'], string> = {
  collect: 'Jobs staged so far stay. No missing job is canceled.',
  'sync-lists': 'Lists read so far stay updated.',
  mapping: 'Values mapped so far stay mapped. You can undo them.',
  rules: 'Jobs changed so far stay changed.',
};

function pathOf({ id, kind, subjectId }: LongWork): string {
  if (kind === 'mapping') return pathTo('/mapruns', {}, { open: `run:${id}` });
  if (kind === 'rules') return pathTo('/report_rules');
  if (subjectId === null) return pathTo('/tasks/:c?');
  return kind === 'collect'
    ? pathTo('/edittask/:id/:c?', { id: subjectId })
    : pathTo('/targetconfig/:id/:cid?', { id: subjectId });
}

async function stop(call: Call, cust: number, { id, kind, name }: LongWork): Promise<void> {
  const answer = kind === 'mapping' ? await call(cancelMapRun, { cust, id }) : await call(stopLongWork, { cust, id });
  if (!answer.ok) toast.warning({ title: `Not stopped: ${name}`, detail: errorMessage(answer.error) });
  longWorkNews.begun();
}

async function takeBack(call: Call, cust: number, { id, name }: LongWork): Promise<void> {
  const answer = await call(undoMapRun, { cust, id });
  if (!answer.ok) toast.error({ title: `Not undone: ${name}`, detail: errorMessage(answer.error) });
  longWorkNews.begun();
}
