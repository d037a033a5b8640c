import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useSend } from './use-save.ts';

type Options<E extends Endpoint, R> = {
  /** The call's arguments to remove a row (`removed` true) or restore it. */
  args: (row: R, removed: boolean) => SentArgsOf<E>;
  nameOf: (row: R) => string;
  /** Title of the toast. Default: the row's name with "removed". */
  done?: string;
  /** Title of the toast when the row was not removed. */
  failed: string;
  refreshes?: readonly Endpoint[];
};

/**
 * A row action that removes a row by a call at once, with Undo. For rows that cannot be restored, use `useDo` with `confirm` and
 * `danger`.
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
