import { useMemo } from 'react';
import { readCustomerBasics } from '#contract/people/customers.ts';
import { type Label, listLabels } from '#contract/system/labels.ts';
import { type LabelRows, type LabelSet, linesOfSet } from '#domain/fields/label-sets.ts';
import { firstTarget } from '#domain/targets/target-kinds.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import type { From } from '#src/ui/list/use-list.ts';

/** What the labels of the customer on screen are made of: the set with its target and industry, and the rows of this device. */
export type OwnLabels = { readonly set: LabelSet; readonly rows: LabelRows };

/** Labels in a set; null while they load. */
export type LabelLines = {
  readonly lines: readonly Label[] | null;
  /** The rows on this device, if it has those of the set: they can be changed without a connection. Null while they load. */
  readonly own: OwnLabels | null;
  readonly isOnDevice: boolean;
  /** The age of labels that came from the service. */
  readonly from: From | null;
};

/** The labels of the customer on screen from the rows of this device, those of other sets from the service. */
export function useLabelLines(set: LabelSet): LabelLines {
  const { customer } = useSession();
  const isOnDevice = set.customerId === customer.id;
  const own = useOwnLabels();
  const answer = useReply(listLabels, set, { wanted: !isOnDevice });
  const lines = useMemo(() => own && linesOfSet(own.set, own.rows), [own]);
  return isOnDevice
    ? { lines, own, isOnDevice, from: null }
    : { lines: answer.reply ?? null, own: null, isOnDevice, from: answer };
}

function useOwnLabels(): OwnLabels | null {
  const { customer, role } = useSession();
  const { reply } = useReply(readCustomerBasics, { cust: customer.id });
  const [labels, general, targets] = [useCollection('label'), useCollection('generalLabel'), useCollection('target')];
  const industryId = reply?.industry ?? role.industry;
  return useMemo(() => {
    if (![labels, general, targets].every(({ ready }) => ready)) return null;
    const rows = { own: labels.rows.filter(({ purged }) => !purged), general: general.rows };
    return { set: { customerId: customer.id, targetId: firstTarget(targets.rows)?.typeId ?? 0, industryId }, rows };
  }, [labels, general, targets, customer.id, industryId]);
}
