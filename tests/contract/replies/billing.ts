import { invoicePages } from '#server/billing/accounting/invoice-page.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { rootKey } from '#tests/support/test-people.ts';
import type { Request } from './request.ts';

/** The page of the one invoice of the first agency. */
const invoicePage = invoicePages({ secrets: createSecrets(rootKey), config: { publicUrl: '' } })({ customerId: 2, invoiceId: 1 });

export const billingRequests: readonly Request[] = [
  { call: 'GET /api/customerbillingcontact/:cust/:id', url: '/api/customerbillingcontact/me/1' },
  { call: 'GET /auth/invoice/:token', url: invoicePage, as: null },
  { call: 'POST /auth/invoice/:token', url: invoicePage, as: null, body: { amount: '600.00' } },
];
