import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useSend } from './use-save.ts';

type Options<E extends Endpoint, R> = {
  /** What the call is sent to remove a row, and to bring it back. */
  args: (row: R, removed: boolean) => SentArgsOf<E>;
  nameOf: (row: R) => string;
  /** The title of the toast; the row's name with "removed" where it is left out. */
  done?: string;
  /** The title of the toast where it was not removed. */
  failed: string;
  refreshes?: readonly Endpoint[];
};

/**
 * Removing a row by a call, as its action: done at once, with Undo. What cannot be brought back is an action of `useDo` with
 * `confirm` and `danger` instead.
 */
export function useRemove<E extends Endpoint, R>(endpoint: E, options: Options<E, R>): RowAction<R> {
  const { args, nameOf, done, failed, refreshes } = options;
  const send = useSend(endpoint, refreshes);
  const set = async (row: R, removed: boolean): Promise<boolean> => {
    const answer = await send(args(row, removed));
    if (!answer.ok) toast.error({ title: failed, detail: errorMessage(answer.error) });
    return answer.ok;
  };
  return {
    label: 'Remove',
    online: true,
    run: async (row) => {
      if (!(await set(row, true))) return;
      toast.undo(done ?? `${nameOf(row)} removed`, () => void set(row, false), done ? { detail: nameOf(row) } : {});
    },
  };
}
