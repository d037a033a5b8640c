import { useRef } from 'react';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { type StoredAccount, saveCustomer } from '#contract/people/account.ts';
import { listAllCustomers, listCustomerNames } from '#contract/people/customer-list.ts';
import { getCustomer, listCustomers, readCustomerBasics } from '#contract/people/customers.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

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
    return Object.fromEntries(fields.map(({ field, theirs }) => [field, conflictText(theirs)]));
  };
}

const conflictText = (theirs: string | number | null): string => {
  const now = theirs === null || theirs === '' ? 'cleared this' : `changed this to “${theirs}”`;
  return `Somebody else ${now} meanwhile. Save again to keep yours, or write theirs.`;
};
