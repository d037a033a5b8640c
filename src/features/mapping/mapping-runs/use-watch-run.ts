import type { MapRun } from '#contract/mapping/mapping-runs.ts';
import { cancelMapRun, readMapRun, undoMapRun } from '#contract/mapping/mapping-runs.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Call } from '#src/sync/call.ts';
import { counted } from '#src/ui/format/format.ts';
import { startWork, type WorkHandle } from '#src/ui/long-work/long-work.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

const everyMs = 700;
/** Without an answer it is asked less and less often, but asked: the run goes on without us. */
const atMostMs = 15_000;

/** Puts a run of the service on the tray and follows it to its end, on whatever screen one is by then. */
export function useWatchRun(): (id: number) => void {
  const call = useCall();
  const cust = useSession().customer.id;
  return (id) => void follow(call, cust, id);
}

export const isOver = ({ state }: MapRun) => state !== 'queued' && state !== 'running' && state !== 'undoing';

/** Runs that this page follows already. */
const followed = new Set<number>();

async function follow(call: Call, cust: number, id: number): Promise<void> {
  if (followed.has(id)) return;
  followed.add(id);
  await followOnce(call, cust, id).finally(() => followed.delete(id));
}

async function followOnce(call: Call, cust: number, id: number): Promise<void> {
  const first = await call(readMapRun, { cust, id });
  if (!first.ok)
    return void toast.warning({ title: 'The run is still going', detail: errorMessage(first.error), to: pathTo('/mapruns') });
  const { name, total, queuedAt, state } = first.value;
  const undoing = state === 'undoing';
  const work = startWork({
    id: `map-run-${id}${undoing ? '-undo' : ''}`,
    title: undoing ? `Undo: ${name}` : name,
    total,
    startedAt: undoing ? new Date().toISOString() : queuedAt,
    to: pathTo('/mapruns', {}, { open: `run:${id}` }),
    ...(!undoing && {
      cancel: { run: () => void call(cancelMapRun, { cust, id }), keeps: 'Values mapped so far stay mapped. You can undo them.' },
    }),
  });
  await untilOver(call, cust, id, work);
}

async function untilOver(call: Call, cust: number, id: number, work: WorkHandle): Promise<void> {
  let pauseMs = everyMs;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const answer = await call(readMapRun, { cust, id });
    if (!answer.ok) {
      if (answer.error.kind === 'not_found' || answer.error.kind === 'signed_out') return work.fail(errorMessage(answer.error));
      pauseMs = Math.min(atMostMs, pauseMs * 2);
      continue;
    }
    pauseMs = everyMs;
    const run = answer.value;
    const { seen, total, message } = run;
    if (!isOver(run)) {
      work.report({ done: seen, total });
      continue;
    }
    if (run.state === 'cancelled') return work.cancelled(message);
    if (run.state === 'failed') return work.fail(message);
    return work.finish(undoLabel(run) ?? message, pathTo('/mapruns', {}, { open: `run:${id}` }));
  }
}

/** What undoing came to; null for a run that was not undone. */
export function undoLabel({ undo }: MapRun): string | null {
  if (!undo) return null;
  const kept = undo.kept > 0 ? ` ${counted(undo.kept, 'text')} were kept because people changed them since.` : '';
  return `${counted(undo.restored, 'text')} restored.${kept}`;
}

/** Takes back every row that a run changed and no one has touched since. */
export function useUndoRun(): (run: MapRun) => Promise<void> {
  const call = useCall();
  const watch = useWatchRun();
  const cust = useSession().customer.id;
  return async (run) => {
    const answer = await call(undoMapRun, { cust, id: run.id });
    if (answer.ok) watch(run.id);
    else toast.error({ title: `Not undone: ${run.name}`, detail: errorMessage(answer.error) });
  };
}
