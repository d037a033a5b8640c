import { listPastDue, readCustomerBilling } from '#contract/billing/ledger.ts';
import { getCustomer } from '#contract/people/account.ts';

/** What a change of a customer’s billing makes outdated. */
export const customerReplies = [readCustomerBilling, listPastDue, getCustomer];
