import * as z from 'zod';
import { addNotice, listProviderNotices, type ProviderNotice, saveNotice } from '#contract/support/notices.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { optionalDay } from '#src/ui/form/optional.ts';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { audienceDraft, sentAudience } from '../audience/audience-draft.ts';
import { AudienceFields } from '../audience/audience-fields.tsx';

const Draft = z.object({
  name: addNotice.args.shape.name,
  message: addNotice.args.shape.message,
  visible: z.boolean(),
  expiresOn: optionalDay(),
  ...audienceDraft,
});
type Draft = z.output<typeof Draft>;

/** One notice: what it says, how long it is shown, and to whom. */
export function NoticeForm({ row: notice, onClose }: EditorProps<ProviderNotice>) {
  const { id, name, message, visible, expiresOn, audience } = notice;
  const shared = {
    said: (saved: ProviderNotice) => ({
      title: `${saved.name} saved`,
      detail: saved.visible ? 'People see it within a minute.' : 'It is hidden.',
    }),
    refreshes: [listProviderNotices],
    onSaved: onClose,
  };
  const add = useSave(addNotice, { ...shared, args: contentOf });
  const change = useSave(saveNotice, { ...shared, args: (draft: Draft) => ({ ...contentOf(draft), id }) });
  const form = useForm(Draft, {
    initial: { name, message, visible, expiresOn, ...audience },
    onSubmit: id === 0 ? add : change,
  });
  const fields = {
    customers: form.field('customers'),
    crawlers: form.field('crawlers'),
    targetKinds: form.field('targetKinds'),
    everyone: form.field('everyone'),
  };
  return (
    <FormDialog {...titlesFor('notice', id === 0 ? null : name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required hint="The bold beginning of the notice" {...form.field('name')} />
      <TextAreaField
        label="Message"
        required
        rows={4}
        hint="Plain text. Addresses of web pages become links."
        {...form.field('message')}
      />
      <div className="form-pair">
        <DateField label="Last day" hint="Blank for no end" {...form.field('expiresOn')} />
        <SwitchField label="Visible" hint="Off keeps it as a draft" {...form.field('visible')} />
      </div>
      <AudienceFields form={form} fields={fields} reach="see this notice" />
    </FormDialog>
  );
}

const contentOf = ({ name, message, visible, expiresOn, ...audience }: Draft) => ({
  name,
  message,
  visible,
  expiresOn,
  audience: sentAudience(audience),
});
