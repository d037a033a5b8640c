import { useSearchParams } from 'react-router-dom';
import { listTargetTypes } from '#contract/posting/posting.ts';
import { listIndustries, listLabelCustomers } from '#contract/system/labels.ts';
import type { LabelSet } from '#domain/fields/label-sets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { Choices } from '#src/ui/form/fields.tsx';

/** Whose labels there are: every set by a text such as `target:8`, with its name, by what it is of. */
export type SetChoices = Readonly<Record<'customer' | 'target' | 'industry', Choices>>;

/** A set as the address has it: exactly one of the three. */
export const setOf = (name: keyof SetChoices, id: number): LabelSet => ({
  customerId: name === 'customer' ? id : 0,
  targetId: name === 'target' ? id : 0,
  industryId: name === 'industry' ? id : 0,
});

const choicesOf = (rows: readonly { readonly id: number; readonly name: string }[] | null): Choices =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

const filters = ['customer', 'target', 'industry'] as const;

/** The set in the address, the session's customer without one, and the sets that the user may choose. */
export function useLabelSet() {
  const { customer, administrator } = useSession();
  const [params, setParams] = useSearchParams();
  const customers = useReply(listLabelCustomers, {});
  const targets = useReply(listTargetTypes, {});
  const industries = useReply(listIndustries, {});
  const name = filters.find((one) => Number(params.get(one)) > 0 && (one === 'customer' || administrator));
  const set = name ? setOf(name, Number(params.get(name))) : setOf('customer', customer.id);
  const choices: SetChoices = {
    customer: choicesOf(customers.reply),
    target: administrator ? choicesOf(targets.reply) : [],
    industry: administrator ? choicesOf(industries.reply) : [],
  };
  const chosen = name ?? 'customer';
  const id = String(name ? params.get(name) : customer.id);
  return {
    set,
    choices,
    name: choices[chosen].find(({ value }) => value === id)?.label ?? (chosen === 'customer' ? customer.name : ''),
    /** The three filters exclude each other: a label belongs to one set. */
    address: {
      filter: (one: string) => (one === chosen ? id : ''),
      setFilter: (one: string, value: string) =>
        setParams(
          (now) => {
            for (const other of [...filters, 'page']) now.delete(other);
            if (value) now.set(one, value);
            return now;
          },
          { replace: true },
        ),
    },
  };
}
