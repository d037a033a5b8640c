import * as z from 'zod';
import { readExportKeys } from '#contract/people/export-keys.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { PasswordField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { saveText } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { lanesOf, openWork, type SealedWork } from './sealed-work.ts';
import { solveHumanCheck } from './solve-human-check.ts';

const Draft = z.object({
  username: z.string().trim().min(1, 'Write your user name'),
  password: z.string().min(1, 'Write your password'),
});
type Draft = z.output<typeof Draft>;

const noneOpened = 'None of the changes on this device are yours.';

/**
 * Exports the changes that this device sealed for a person whose customer was deleted or made inactive: no one of it can sign in, so
 * the password opens only this.
 */
export function ExportSealed({ works, onClose }: { works: readonly SealedWork[]; onClose: () => void }) {
  const call = useCall();
  const open = async (work: SealedWork, draft: Draft) => {
    const solved = await solveHumanCheck(call);
    if (!solved.ok) return solved.error;
    const answer = await call(readExportKeys, {
      ...draft,
      r: solved.value,
      customerId: work.customerId,
      clientIds: lanesOf(work),
    });
    return answer.ok ? openWork(work, answer.value.keys) : errorMessage(answer.error);
  };
  const form = useForm(Draft, {
    initial: { username: '', password: '' },
    onSubmit: async (draft) => {
      const exported: { customerId: number; customer: string; outbox: unknown[] }[] = [];
      for (const work of works) {
        const outbox = await open(work, draft);
        if (typeof outbox === 'string') return { password: outbox };
        if (outbox.length > 0) exported.push({ customerId: work.customerId, customer: work.customer, outbox });
      }
      if (exported.length === 0) return { password: noneOpened };
      saveText('jobdock-outbox.json', 'application/json', JSON.stringify(exported, null, 2));
      const count = exported.reduce((sum, { outbox }) => sum + outbox.length, 0);
      toast.success({ title: `${counted(count, 'change')} exported`, detail: 'They also stay on this device.' });
      onClose();
    },
  });
  return (
    <FormDialog title="Export unsent changes" form={form} saveLabel="Export changes" onClose={onClose}>
      <p>
        For changes of a customer that was removed or is inactive. They are locked on this device; your password opens them for an
        export within 30 days. If you can still sign in, sign in instead: they are sent then.
      </p>
      <TextField label="User name" autoComplete="username" {...form.field('username')} />
      <PasswordField label="Password" {...form.field('password')} />
    </FormDialog>
  );
}
