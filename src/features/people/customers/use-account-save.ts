import { useRef } from 'react';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { getCustomer, isoOfUsDay, type StoredAccount, saveCustomer } from '#contract/people/account.ts';
import { listAllCustomers, listCustomerNames } from '#contract/people/customer-list.ts';
import { listCustomers, readCustomerBasics } from '#contract/people/customers.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { isDay } from '#src/ui/form/optional.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { industries, statusChoices } from './customer.ts';

/** Calls whose replies change with an account. */
export const accountReplies = [getCustomer, readCustomerBasics, listAllCustomers, listCustomerNames, listCustomers];

type Change = Omit<SentArgsOf<typeof saveCustomer>, 'id' | 'base'>;
type Conflict = { readonly field: string; readonly theirs: string | number | null };

/**
 * Saves a part of an account with the values that the form began with. A field that somebody else changed meanwhile is not
 * overwritten: the form says what it is now, and the next save keeps what was typed.
 */
export function useAccountSave(id: number, account: Partial<StoredAccount>): (change: Change) => Promise<Problems | undefined> {
  const base = useRef(account);
  const { localDate } = useFormat();
  const send = useSend(saveCustomer, accountReplies);
  return async (change) => {
    const known = Object.fromEntries(Object.entries(base.current).filter(([field]) => field in change));
    const answer = await send({ ...change, id, base: known });
    if (answer.ok) {
      base.current = { ...base.current, ...change } as Partial<StoredAccount>;
      toast.success({ title: messages.clientSaved });
      return undefined;
    }
    if (answer.error.kind !== 'conflict') return problemsOf(answer.error);
    const { fields } = answer.error.current as { fields: readonly Conflict[] };
    base.current = { ...base.current, ...Object.fromEntries(fields.map(({ field, theirs }) => [field, theirs])) };
    return Object.fromEntries(fields.map((conflict) => [conflict.field, conflictText(conflict, localDate)]));
  };
}

type Theirs = Conflict['theirs'];
const labelIn = (choices: readonly { value: string; label: string }[]) => (theirs: Theirs) =>
  choices.find(({ value }) => value === String(theirs))?.label ?? String(theirs);

/** How a form shows the values of fields that are stored by number or by day. Null: as a choice of a list that is not here. */
const wordsOf = (field: string, theirs: Theirs, localDate: (day: string) => string): string | null => {
  if (field === 'plan' || field === 'parent') return null;
  if (field === 'status') return labelIn(statusChoices)(theirs);
  if (field === 'industry') return labelIn(industries)(theirs);
  const day = typeof theirs === 'string' ? isoOfUsDay(theirs) : '';
  return isDay(day) ? localDate(day) : String(theirs);
};

function conflictText({ field, theirs }: Conflict, localDate: (day: string) => string): string {
  if (theirs === null || theirs === '') return conflictSentence('cleared this', 'leave it blank');
  const words = wordsOf(field, theirs, localDate);
  if (words === null) return conflictSentence('changed this', 'open the page again to see theirs');
  return conflictSentence(`changed this to “${words}”`, 'write theirs');
}

const conflictSentence = (did: string, other: string) => `Somebody else ${did} meanwhile. Save again to keep yours, or ${other}.`;
