import { messages } from '#contract/kit/messages.ts';
import { saveExternalShift } from '#contract/mapping/reference-lists.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { ExternalShift } from './external-shifts.tsx';

/** Removes a shift of the ATS, with Undo. */
export function useRemoveShift(place: { cust: number; target: number }, onDone: () => void) {
  const call = useCall();
  const set = async (shift: ExternalShift, ID: number, removed: boolean): Promise<boolean> => {
    const answer = await call(saveExternalShift, { ...shift, ...place, ID, Del_Fl: removed });
    if (answer.ok) onDone();
    else toast.error({ title: messages.shiftNotDeleted, detail: wordsOf(answer.error) });
    return answer.ok;
  };
  return async (shift: ExternalShift): Promise<void> => {
    if (!(await set(shift, shift.ID, true))) return;
    toast.undo(messages.shiftDeleted, () => void set(shift, shift.ID, false), { detail: shift.ObjectName });
  };
}
