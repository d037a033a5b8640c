import * as z from 'zod';
import { readExportKeys } from '#contract/people/export-keys.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { PasswordField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ExportSignOns } from './export-sign-ons.tsx';
import { noneOpened, openWorks, saveExport } from './save-export.ts';
import { type Keys, lanesOf, type SealedWork } from './sealed-work.ts';
import { solveHumanCheck } from './solve-human-check.ts';

const Draft = z.object({
  username: z.string().trim().min(1, 'Write your user name'),
  password: z.string().min(1, 'Write your password'),
});

/**
 * Exports the changes that this device sealed for a person whose customer was deleted or made inactive: no one of it can sign in, so
 * the password opens only this.
 */
export function ExportSealed({ works, onClose }: { works: readonly SealedWork[]; onClose: () => void }) {
  const call = useCall();
  const form = useForm(Draft, {
    initial: { username: '', password: '' },
    onSubmit: async (draft) => {
      const keys = new Map<number, Keys>();
      for (const work of works) {
        const solved = await solveHumanCheck(call);
        if (!solved.ok) return { password: solved.error };
        const { customerId } = work;
        const args = { ...draft, r: solved.value, customerId, clientIds: lanesOf(work) };
        const answer = await call(readExportKeys, args);
        if (!answer.ok) return { password: errorMessage(answer.error) };
        keys.set(customerId, [...(keys.get(customerId) ?? []), ...answer.value.keys]);
      }
      const exported = await openWorks(works, (customerId) => keys.get(customerId) ?? []);
      if (exported.length === 0) return { password: noneOpened };
      saveExport(exported);
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
      <ExportSignOns works={works} />
    </FormDialog>
  );
}
