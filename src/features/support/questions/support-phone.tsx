import { Button } from '@mantine/core';
import * as z from 'zod';
import { readSupportPhone, saveSupportPhone } from '#contract/support/questions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { FormProblems } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

const Draft = z.object({ phone: optionalText(40) });

/** The phone number of support that everyone sees beside the form of a ticket. */
export function SupportPhone() {
  const answer = useReply(readSupportPhone, {});
  return (
    <SettingsPart title="Phone" about="Everyone sees this number beside the form of a ticket. Blank shows none.">
      <Answered answer={answer} what="The phone number">
        {({ phone }) => <PhoneForm key={phone} phone={phone} />}
      </Answered>
    </SettingsPart>
  );
}

function PhoneForm({ phone }: { phone: string | null }) {
  const blocked = useBlocked();
  const form = useForm(Draft, {
    initial: { phone },
    onSubmit: useSave(saveSupportPhone, {
      args: (draft: z.output<typeof Draft>) => draft,
      said: (saved) => ({ detail: saved.phone ?? 'No phone number is shown' }),
      refreshes: [readSupportPhone],
    }),
  });
  useUnsavedWork(form.dirty, { what: 'Phone', save: form.submit });
  return (
    <form noValidate className="form" onSubmit={submitting(() => form.submit())}>
      <FormProblems form={form} />
      <TextField label="Phone number of support" type="tel" {...form.field('phone')} />
      <div className="form-actions">
        <Button type="submit" size="xs" loading={form.saving} disabled={blocked !== undefined}>
          Save phone
        </Button>
        {blocked && <span className="muted">{blocked}</span>}
      </div>
    </form>
  );
}
