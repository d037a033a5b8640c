import * as z from 'zod';
import { listBasicCrawlers } from '#contract/collecting/crawlers.ts';
import { listParserNames } from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { errorKinds } from '#contract/rows/error-kinds.ts';
import {
  addErrorConfiguration,
  type ErrorConfiguration,
  listErrorConfigurations,
  saveErrorConfiguration,
} from '#contract/support/error-configurations.ts';
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
import { nameOf } from './error-configuration.ts';

const ids = { customerId: optionalId(), crawlerId: optionalId(), parserId: optionalId(), errorCode: optionalId() };
const numbers = { threshold: z.number().nullable(), silenceMinutes: z.number().nullable() };
const Draft = z.object({ ...ids, ...numbers, bySlack: z.boolean(), byMail: z.boolean() });

const kindChoices = Object.values(errorKinds).map(({ code, name }) => ({ value: String(code), label: `${code} ${name}` }));

/** One configuration: which errors it counts, after how many it sends a message, and how. */
export function ErrorConfigurationForm({ row: one, onClose }: EditorProps<ErrorConfiguration>) {
  const { customers } = useSession();
  const crawlers = useReply(listBasicCrawlers, {});
  const parsers = useReply(listParserNames, {});
  const isNew = one.id === 0;
  const args = ({ threshold, silenceMinutes, ...draft }: z.output<typeof Draft>) => ({
    ...draft,
    ...{ threshold: threshold ?? Number.NaN, silenceMinutes: silenceMinutes ?? Number.NaN },
  });
  const saved = {
    said: (reply: ErrorConfiguration) => ({ detail: nameOf(reply) }),
    refreshes: [listErrorConfigurations],
    onSaved: onClose,
  };
  const add = useSave(addErrorConfiguration, { args, ...saved });
  const change = useSave(saveErrorConfiguration, {
    args: (draft: z.output<typeof Draft>) => ({ id: one.id, ...args(draft) }),
    ...saved,
  });
  const form = useForm(Draft, {
    initial: {
      ...one,
      ...{ customerId: idText(one.customerId), crawlerId: idText(one.crawlerId) },
      ...{ parserId: idText(one.parserId), errorCode: idText(one.errorCode) },
    },
    async onSubmit(draft) {
      const { '': problem, ...problems } = (await (isNew ? add : change)(draft)) ?? {};
      const failed = isNew ? messages.alertNotAdded : messages.alertNotUpdated;
      return problem === undefined ? problems : { '': `${failed}. ${problem}` };
    },
  });
  return (
    <FormDialog {...titlesFor('error alert', isNew ? null : nameOf(one))} form={form} blocked={useBlocked()} onClose={onClose}>
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
      <NumberField
        label="Errors"
        required
        hint="So many errors within the minutes below send a message."
        {...form.field('threshold')}
      />
      <NumberField
        label="Minutes"
        required
        hint="Also how long it is silent after a message. Errors then only count."
        {...form.field('silenceMinutes')}
      />
      <SwitchField label="Message to Slack" {...form.field('bySlack')} />
      <SwitchField label="Email to administrators with system alerts" {...form.field('byMail')} />
    </FormDialog>
  );
}
