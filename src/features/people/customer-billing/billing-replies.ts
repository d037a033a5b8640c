import { listAccountingClients, readAccounting } from '#contract/billing/accounting-clients.ts';
import { listPastDue, readCustomerBilling } from '#contract/billing/ledger.ts';
import { getCustomer } from '#contract/people/account.ts';

/** What a change of a customer’s billing makes outdated. */
export const customerReplies = [readCustomerBilling, listPastDue, getCustomer];

/** What a change of its client at FreshBooks makes outdated. */
export const accountingReplies = [readAccounting, listAccountingClients, getCustomer];
