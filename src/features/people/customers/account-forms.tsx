import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { addCustomer, type StoredAccount } from '#contract/people/account.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { draftOf, newAccount, ownDraft, planDraft, providedDraft } from './account-draft.ts';
import { OwnFields, PlanFields, ProvidedFields, partOf } from './account-fields.tsx';
import { accountReplies, useAccountSave } from './use-account-save.ts';

const Added = z.object({ ...ownDraft, ...providedDraft, ...planDraft });
const Profile = z.object({ ...ownDraft, ...providedDraft });
const Plan = z.object(planDraft);

type Props = { id: number; account: StoredAccount };

/** A new customer: all its fields at once. */
export function AddCustomer() {
  const navigate = useNavigate();
  const form = useForm(Added, {
    initial: { ...draftOf(newAccount), connections: null, userLimit: null },
    onSubmit: useSave(addCustomer, {
      args: ({ since, ...draft }: z.output<typeof Added>) => ({ ...draft, since: since ?? '' }),
      said: ({ message }, { name }) => ({ title: message, detail: name }),
      refreshes: accountReplies,
      onSaved: ({ id }) => void navigate(pathTo('/editcustomer/:id', { id }), { replace: true }),
    }),
  });
  return (
    <FormPage title="Add customer" form={form} saveLabel="Add customer" blocked={useBlocked()}>
      <OwnFields {...partOf(ownDraft, form)} />
      <ProvidedFields {...partOf(providedDraft, form)} />
      <PlanFields {...partOf(planDraft, form)} own={0} />
    </FormPage>
  );
}

/** The profile, as the provider edits it. */
export function ProfileForm({ id, account }: Props) {
  const form = useForm(Profile, { initial: pick(Profile, account), onSubmit: useAccountSave(id, account) });
  return (
    <FormPage bare title="Profile" form={form} saveLabel="Save profile" blocked={useBlocked()}>
      <OwnFields {...partOf(ownDraft, form)} />
      <ProvidedFields {...partOf(providedDraft, form)} />
    </FormPage>
  );
}

/** Plan, limits and parent. */
export function PlanForm({ id, account }: Props) {
  const form = useForm(Plan, { initial: pick(Plan, account), onSubmit: useAccountSave(id, account) });
  return (
    <FormPage bare title="Plan" form={form} saveLabel="Save plan" blocked={useBlocked()}>
      <PlanFields {...partOf(planDraft, form)} own={id} />
    </FormPage>
  );
}

/** The fields of a form out of an account. */
const pick = <S extends z.ZodObject>(schema: S, account: StoredAccount): z.input<S> =>
  Object.fromEntries(Object.entries(draftOf(account)).filter(([field]) => field in schema.shape)) as z.input<S>;
