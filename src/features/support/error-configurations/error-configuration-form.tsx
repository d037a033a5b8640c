import * as z from 'zod';
import { listBasicCrawlers } from '#contract/collecting/crawlers.ts';
import { listParserNames } from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { errorKinds } from '#contract/rows/error-kinds.ts';
import {
  addErrorConfiguration,
  type ErrorConfiguration,
  ErrorConfigurationDraft,
  listErrorConfigurations,
  saveErrorConfiguration,
} from '#contract/support/error-configurations.ts';
import { alertName } from '#domain/error-alerts/alert-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { idText, optionalId } from '#src/ui/form/optional.ts';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const { threshold, silenceMinutes, bySlack, byMail } = ErrorConfigurationDraft.shape;
const Draft = z.object({
  customerId: optionalId(),
  crawlerId: optionalId(),
  parserId: optionalId(),
  errorCode: optionalId(),
  threshold: z.number().nullable().pipe(threshold),
  silenceMinutes: z.number().nullable().pipe(silenceMinutes),
  bySlack,
  byMail,
});

const draftOf = ({ customerId, crawlerId, parserId, errorCode, ...rest }: ErrorConfiguration) => ({
  ...rest,
  customerId: idText(customerId),
  crawlerId: idText(crawlerId),
  parserId: idText(parserId),
  errorCode: idText(errorCode),
});

const kindChoices = Object.values(errorKinds).map(({ code, name }) => ({ value: String(code), label: `${code} ${name}` }));

/** One configuration: which errors it counts, after how many it sends a message, and how. */
export function ErrorConfigurationForm({ row: one, onClose }: EditorProps<ErrorConfiguration>) {
  const { customers } = useSession();
  const crawlers = useReply(listBasicCrawlers, {});
  const parsers = useReply(listParserNames, {});
  const isNew = one.id === 0;
  const save = useSave(isNew ? addErrorConfiguration : saveErrorConfiguration, {
    args: (draft: z.output<typeof Draft>) => (isNew ? draft : { id: one.id, ...draft }),
    said: (saved) => ({ detail: alertName(saved) }),
    refreshes: [listErrorConfigurations],
    onSaved: onClose,
  });
  const form = useForm(Draft, {
    initial: draftOf(one),
    async onSubmit(draft) {
      const { '': problem, ...problems } = (await save(draft)) ?? {};
      const failed = isNew ? messages.alertNotAdded : messages.alertNotUpdated;
      return problem === undefined ? problems : { '': `${failed}. ${problem}` };
    },
  });
  const titles = titlesFor('error alert', isNew ? null : alertName(one));
  return (
    <FormDialog {...titles} form={form} blocked={useBlocked()} onClose={onClose}>
      <SelectField label="Error" hint="Blank counts errors of any kind." choices={kindChoices} {...form.field('errorCode')} />
      <ReferenceField
        label="Customer"
        placeholder="All customers"
        choices={referencesOf(customers)}
        {...form.field('customerId')}
      />
      <ReferenceField
        label="Crawler"
        placeholder="Any crawler"
        choices={referencesOf(crawlers.reply)}
        {...form.field('crawlerId')}
      />
      <ReferenceField label="Parser" placeholder="Any parser" choices={referencesOf(parsers.reply)} {...form.field('parserId')} />
      <NumberField label="Errors" required hint="So many within the minutes send a message." {...form.field('threshold')} />
      <NumberField label="Minutes" required hint="Also the silence after a message." {...form.field('silenceMinutes')} />
      <SwitchField label="Message to Slack" {...form.field('bySlack')} />
      <SwitchField label="Email to administrators with system alerts" {...form.field('byMail')} />
    </FormDialog>
  );
}
