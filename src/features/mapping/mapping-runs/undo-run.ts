import type { MapRun } from '#contract/mapping/mapping-runs.ts';
import { undoMapRun } from '#contract/mapping/mapping-runs.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

export const isOver = ({ state }: MapRun) => state !== 'queued' && state !== 'running' && state !== 'undoing';

/** The result of an undo as text; null for a run that was not undone. */
export function undoLabel({ undo }: MapRun): string | null {
  if (!undo) return null;
  const kept = undo.kept > 0 ? ` ${counted(undo.kept, 'text')} were kept because people changed them since.` : '';
  return `${counted(undo.restored, 'text')} restored.${kept}`;
}

/** Undoes every change of a run, except rows that someone changed since. */
export function useUndoRun(): (run: MapRun) => Promise<void> {
  const call = useCall();
  const cust = useSession().customer.id;
  return async (run) => {
    const answer = await call(undoMapRun, { cust, id: run.id });
    if (answer.ok) longWorkNews.begun();
    else toast.error({ title: `Not undone: ${run.name}`, detail: errorMessage(answer.error) });
  };
}
