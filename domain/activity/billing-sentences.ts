import type { ActivityLine } from './activity-line.ts';
import { added, changedWords, fact, named, removed, type Saying, saved, the, worked } from './say.ts';

/** “$12.50” for the amount of the wire among the facts. */
const amount = (line: ActivityLine, key = 'amount'): string => `$${fact(line, key)}`;

const entryWords = (line: ActivityLine): string => {
  const invoice = named(line, 'invoice');
  if (fact(line, 'kind') !== 'void') return `added a ${fact(line, 'kind')} of ${amount(line)} to ${invoice}`;
  return line.facts['takesBack'] === true ? `voided ${amount(line)} that ${invoice} had` : `voided ${invoice}, ${amount(line)}`;
};

/** The sentences of calls about billing. */
export const billingSentences: Readonly<Record<string, Saying>> = {
  'billing.contact.add': added('billingContact', 'billing contact'),
  'billing.contact.save': saved('billingContact', 'billing contact'),
  'billing.contact.remove': removed('billingContact', 'billing contact'),
  'invoice.resend': worked('invoice', (line) => `sent ${named(line, 'invoice')} to ${fact(line, 'to')} again`),
  'invoice.drafts': worked('customer', (line) => `made ${fact(line, 'made')} drafts of invoices for ${the(line, 'customer')}`),
  'invoice.send': worked(
    'invoice',
    (line) => `sent ${named(line, 'invoice')} of ${amount(line, 'total')} to ${fact(line, 'to')}`,
  ),
  'invoice.discard': worked('invoice', (line) => `discarded the draft of ${amount(line, 'total')} from ${fact(line, 'from')}`),
  'invoice.entry': worked('invoice', entryWords),
  'invoice.page.pay': { ...worked('invoice', (line) => `paid ${amount(line)} of ${named(line, 'invoice')}`), by: 'Someone' },
  'plan.prices': {
    ...saved('setting', 'setting'),
    say: (line) => changedWords(line.changes, `the prices of plan ${fact(line, 'name')}`),
  },
  'billing.client.add': worked('customer', (line) => `asked FreshBooks for a client for ${the(line, 'customer')}`),
  'billing.client.pick': worked('customer', (line) => {
    const after = line.changes.find(({ label }) => label === 'accounting ID')?.after ?? '';
    return after === ''
      ? `unlinked ${the(line, 'customer')} from FreshBooks`
      : `linked ${the(line, 'customer')} to a client at FreshBooks`;
  }),
  'billing.payment.received': {
    ...worked('invoice', (line) => `received ${amount(line)} for ${named(line, 'invoice')}`),
    by: 'FreshBooks',
  },
  'billing.payment.removed': {
    ...worked('invoice', (line) => `took back ${amount(line)} of ${named(line, 'invoice')}`),
    by: 'FreshBooks',
  },
  'subscription.licenses.add': worked(
    'customer',
    (line) => `added ${fact(line, 'licenses')} VMS connections for ${amount(line, 'month')} more a month`,
  ),
  'billing.suspend': worked('customer', (line) => {
    const to = line.changes.find(({ label }) => label === 'status')?.after ?? '';
    return `${to.toLowerCase() === 'suspended' ? 'suspended' : 'resumed'} ${the(line, 'customer')} in billing`;
  }),
  'billing.resumed': worked('customer', (line) => `resumed ${the(line, 'customer')}, as nothing is past due any more`),
  'billing.terms': { ...saved('customer', 'customer'), say: (line) => changedWords(line.changes, 'the agreed prices') },
};
