import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';

const TicketForm = lazy(() => import('./ticket-form.tsx').then((m) => ({ default: m.TicketForm })));

/**
 * A request to support about a task whose check failed: `open` opens it with what the vendor said. `taskId` is 0 for a task that is not
 * saved. Render `dialog` outside other forms.
 */
export function useTaskTicket(taskId: number): { readonly open: (problem: string) => void; readonly dialog: ReactNode } {
  const [problem, setProblem] = useState<string | null>(null);
  const dialog = problem !== null && (
    <Dialog title="Ask support" size={720} onClose={() => setProblem(null)}>
      {(close) => (
        <Suspense fallback={<Waiting />}>
          <TicketForm
            bare
            about={taskId > 0 ? { taskId } : {}}
            prefill={{ comment: `The check of the task failed: ${problem}` }}
            onCancel={close}
          />
        </Suspense>
      )}
    </Dialog>
  );
  return { open: setProblem, dialog };
}
