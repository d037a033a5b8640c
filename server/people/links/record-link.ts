import type { LinkStatus } from '#contract/people/links.ts';
import type { Changes, Receipt } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { RecordLine } from '#server/kit/http/audited.ts';
import type { LinkRow } from './link-rows.ts';

/** What became of a link, by its new status. The sentences of the activity read it. */
const steps: Readonly<Record<LinkStatus, string>> = { 0: 'ended', 1: 'asked', 2: 'approved', 3: 'rejected' };

/** Writes what became of a link into the audit of both customers: each sees who may work in its data, and where its people work. */
export async function recordLink(tx: Tx, record: RecordLine, link: LinkRow, changed: Changes): Promise<Receipt> {
  const { customerId, customerName, linkedCustomerId, linkedCustomerName } = link;
  const status = changed['status'];
  const step = status && status[0] !== status[1] ? steps[status[1] as LinkStatus] : 'rights';
  const note = {
    object: ['user', link.userId] as const,
    changed,
    facts: { customer: customerName, linkedCustomer: linkedCustomerName, step },
  };
  await record(tx, { ...note, customerId });
  return record(tx, { ...note, customerId: linkedCustomerId });
}
