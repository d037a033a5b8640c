import { type ReactNode, useEffect, useEffectEvent } from 'react';
import * as z from 'zod';
import type { StoredAccount } from '#contract/people/account.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { draftOf, ownDraft } from './account-draft.ts';
import { BasicFields, OwnFields, partOf } from './account-fields.tsx';
import { changedIn, type KeptAccount, type KeptFields, keptFieldsOf, useKeepAccount } from './kept-account.ts';
import { useAccountSave } from './use-account-save.ts';

const Own = z.object(ownDraft);
const Basics = Own.pick({ name: true, industry: true, timeZone: true });

/** What the form began with, for a save that must not overwrite what others changed since. */
const begun = ({ industry, ...base }: KeptFields): Partial<StoredAccount> => ({
  ...base,
  ...(industry !== null && { industry: Number(industry) }),
});

type OwnProps = { id: number; account: StoredAccount; kept: KeptAccount | null };

/** What a customer's own people edit. */
export function OwnForm({ id, account, kept }: OwnProps) {
  const { name, email, notify, industry, timeZone, cleanupDegree, gsaMethod, readsDescriptions } = draftOf(account);
  const initial = { name, email, notify, industry, timeZone, cleanupDegree, gsaMethod, readsDescriptions };
  const save = useAccountSave(id, { ...account, ...(kept && begun(kept.base)) });
  const form = useForm(Own, { initial, onSubmit: save });
  useRestored(kept, (typed) => {
    for (const key of changedIn(typed, kept)) form.set(key, typed[key]);
  });
  useKeepAccount(id, kept?.base ?? keptFieldsOf(initial), { values: form.values, dirty: form.dirty });
  return (
    <FormPage bare title="Account" form={form} saveLabel="Save account" blocked={useBlocked()}>
      {kept && form.dirty && <KeptNote at={kept.at} onDiscard={() => form.reset(initial)} />}
      <OwnFields {...partOf(ownDraft, form)} />
    </FormPage>
  );
}

type BasicsProps = { id: number; basics: KeptFields; kept: KeptAccount | null; onTyping: (isTyping: boolean) => void };

/** The part of the account that the device has stored. */
export function BasicsForm({ id, basics, kept, onTyping }: BasicsProps) {
  const form = useForm(Basics, { initial: basics, onSubmit: useAccountSave(id, begun(kept?.base ?? basics)) });
  useRestored(kept, (typed) => {
    for (const key of changedIn(typed, kept)) form.set(key, typed[key]);
  });
  useKeepAccount(id, kept?.base ?? basics, { values: form.values, dirty: form.dirty });
  const tell = useEffectEvent(onTyping);
  useEffect(() => tell(form.dirty), [form.dirty]);
  return (
    <FormPage bare title="Account" form={form} saveLabel="Save account" blocked={useBlocked()}>
      {kept && form.dirty && <KeptNote at={kept.at} onDiscard={() => form.reset(basics)} />}
      <BasicFields {...partOf(ownDraft, form)} />
      <p className="muted">Addresses and the other fields are never stored on a device: they need a connection.</p>
    </FormPage>
  );
}

/** Writes into a form what was typed earlier, once. */
function useRestored(kept: KeptAccount | null, write: (typed: KeptFields) => void): void {
  const restore = useEffectEvent(() => kept && write(kept.typed));
  useEffect(() => void restore(), []);
}

const KeptNote = ({ at, onDiscard }: { at: string; onDiscard: () => void }): ReactNode => (
  <p className="muted" role="status">
    What you wrote here <Ago at={at} /> is not saved yet.{' '}
    <button type="button" className="link-button" onClick={onDiscard}>
      Discard it
    </button>
  </p>
);
