import { useState } from 'react';
import * as z from 'zod';
import { type DocumentedTarget, saveTarget } from '#contract/posting/posting.ts';
import { TargetSettings } from '#contract/posting/target-settings.ts';
import type { ConnectionField } from '#domain/targets/connection-form.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { addressOf, connectionProblems } from '#domain/targets/connection-problems.ts';
import { isSentTo, type TargetKind } from '#domain/targets/target-kinds.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { SecretField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { type Bound, useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { useSaveTarget } from './use-save-target.ts';

const Common = z.object({
  name: saveTarget.args.shape.name,
  notes: TargetSettings.shape.notes.unwrap(),
  resendWhenAbsent: z.boolean(),
  enabled: z.boolean(),
});
type Value = string | number | null;
type Connection = Readonly<Record<string, Value>>;

const schemaOf = ({ type }: ConnectionField): z.ZodType<Value> =>
  type === 'id' ? z.number().nullable() : z.string().trim().max(200);

/** The draft of a target: what every target has, and the fields of its kind. The form of the kind says what is missing. */
function draftSchema(fields: readonly ConnectionField[], isNew: boolean) {
  // A secret that is stored already stays if its field is blank; the service knows whether it is.
  const checked = fields.filter(({ type }) => isNew || type !== 'secret');
  const own: Record<string, z.ZodType<Value>> = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
  return Common.extend(own).superRefine((draft, issues) => {
    // This runs beside a blank name, too, so it reads nothing else of the draft.
    const isEnabled = Common.shape.enabled.parse(draft['enabled']);
    const problems = isEnabled ? connectionProblems({ fields: checked }, draft) : null;
    for (const [name, message] of Object.entries(problems ?? {})) issues.addIssue({ code: 'custom', path: [name], message });
  });
}

function valueOf({ name, type }: ConnectionField, target: DocumentedTarget | null, address: string | null): Value {
  const stored = name === address ? target?.url : name === 'username' ? target?.username : target?.settings[name];
  if (type === 'id') return typeof stored === 'number' ? stored : null;
  return type !== 'secret' && typeof stored === 'string' ? stored : '';
}

const notesOf = (target: DocumentedTarget | null): string => {
  const notes = target?.settings['notes'];
  return typeof notes === 'string' ? notes : '';
};
const changedNotes = (target: DocumentedTarget | null, notes: string) => (notes === notesOf(target) ? {} : { notes });

const draftOf = (target: DocumentedTarget | null, fields: readonly ConnectionField[], address: string | null) => ({
  name: target?.name ?? '',
  notes: notesOf(target),
  resendWhenAbsent: target?.settings['resendWhenAbsent'] === true,
  enabled: target ? !target.isDisabled : true,
  ...Object.fromEntries(fields.map((field) => [field.name, valueOf(field, target, address)])),
});

const isText = (value: Value | undefined): value is string => typeof value === 'string';

/** The arguments of the call from the fields of a kind: its address, user and secrets have arguments of their own. */
function connectionArgs(values: Connection, address: string | null) {
  const { username, password, clientSecret, ...rest } = values;
  const { [address ?? '']: url, ...settings } = rest;
  const text = (value: Value | undefined) => (isText(value) ? value : '');
  return {
    username: text(username),
    password: text(password),
    clientSecret: text(clientSecret),
    url: text(url),
    settings,
  };
}

type Props = {
  kind: TargetKind;
  /** Null for a target that is added to the customer `customerId`. */
  target: DocumentedTarget | null;
  customerId: number;
  title: string;
  saveLabel: string;
  /** Runs once the draft is saved, when leaving the form loses nothing. */
  onSaved?: () => void;
  onBack?: () => void;
  /** Shown below the form; `dirty` is true while something is not saved. */
  renderBelow?: (dirty: boolean) => React.ReactNode;
};

/** The connection of a target of any kind. Its secrets are write-only: blank keeps the stored values. */
export function ConnectionForm({ kind, target, customerId, title, saveLabel, onSaved, onBack, renderBelow }: Props) {
  const save = useSaveTarget();
  const [saved, setSaved] = useState(false);
  const connection = connectionForm(kind.id);
  const fields = connection?.fields ?? [];
  const address = addressOf(connection);
  const secrets = fields.filter(({ type }) => type === 'secret').map(({ name }) => name);
  const form = useForm(draftSchema(fields, target === null), {
    initial: draftOf(target, fields, address),
    async onSubmit(draft) {
      const { name, notes, resendWhenAbsent, enabled } = Common.parse(draft);
      const connected = connectionArgs(
        Object.fromEntries(fields.map((field) => [field.name, draft[field.name] ?? null])),
        address,
      );
      const settings = { ...connected.settings, ...changedNotes(target, notes), ...(isSentTo(kind.id) && { resendWhenAbsent }) };
      const added = target === null ? { customerId, typeId: kind.id } : {};
      const problems = await save({ id: target?.id ?? 0, ...added, name, isDisabled: !enabled, ...connected, settings });
      if (problems) return problems;
      // Do not keep a saved secret on the screen.
      form.setAll(Object.fromEntries(secrets.map((secret) => [secret, ''])));
      setSaved(true);
      return undefined;
    },
  });
  useWhenClean(saved || null, form, () => onSaved?.());
  // The names of the fields depend on the kind, so their types are known here only.
  const bound = <V,>(name: string) => form.field(name) as unknown as Bound<V>;
  return (
    <>
      <FormPage bare title={title} form={form} saveLabel={saveLabel} blocked={useBlocked()} {...(onBack && { onBack })}>
        <TextField label="Name" required {...bound<string>('name')} />
        {fields.map((field) => (
          <Field key={field.name} field={field} isNew={target === null} bound={bound(field.name)} />
        ))}
        {isSentTo(kind.id) && (
          <SwitchField
            label="Resend posts not found in the ATS"
            hint="A post with a lost response is looked up four times. When on, a post that is not found is sent once more. When off, a person decides."
            {...bound<boolean>('resendWhenAbsent')}
          />
        )}
        <TextAreaField
          label="Notes on this connection"
          hint="Seen by people who may change targets. Write no password here."
          {...bound<string>('notes')}
        />
        <SwitchField
          label="Enabled"
          hint={isSentTo(kind.id) ? 'When off, nothing is posted and jobs wait.' : 'When off, the feed lists no jobs.'}
          {...bound<boolean>('enabled')}
        />
      </FormPage>
      {renderBelow?.(form.dirty)}
    </>
  );
}

/** One field of a kind's form, by its type. */
function Field({ field, isNew, bound }: { field: ConnectionField; isNew: boolean; bound: Bound<unknown> }) {
  const { label, hint, isRequired, type } = field;
  const words = { label, ...(hint !== undefined && { hint }), required: isRequired };
  if (type === 'secret')
    return (
      <SecretField
        label={label}
        required={isRequired && isNew}
        isKept={!isNew}
        {...(hint !== undefined && { hint })}
        {...(bound as Bound<string>)}
      />
    );
  if (type === 'id') return <NumberField {...words} decimals={0} {...(bound as Bound<number | null>)} />;
  return <TextField {...words} type={type} mono={type === 'url'} autoComplete="off" {...(bound as Bound<string>)} />;
}
