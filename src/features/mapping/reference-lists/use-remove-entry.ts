import { messages } from '#contract/kit/messages.ts';
import { saveAtsObject } from '#contract/mapping/reference-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { AtsEntry, ReferenceList } from './lists.ts';

/** Takes an entry out of every choice, with Undo; mappings to it stay. */
export function useRemoveEntry(of: ReferenceList, target: TargetRow, onDone: () => void) {
  const call = useCall();
  const { customer } = useSession();
  const set = async (row: AtsEntry, removed: boolean): Promise<boolean> => {
    const { ID, External_ID, ObjectName } = row;
    const args = { type: of.type, target: target.id, cust: customer.id };
    const answer = await call(saveAtsObject, { ...row, ...args, ID, External_ID, ObjectName, Del_Fl: removed });
    if (answer.ok) onDone();
    else toast.error({ title: messages.entryNotDeleted({ what: of.noun }), detail: wordsOf(answer.error) });
    return answer.ok;
  };
  return async (row: AtsEntry): Promise<void> => {
    if (await set(row, true)) toast.undo(`${row.ObjectName} removed`, () => void set(row, false));
  };
}
