import type { Request } from './request.ts';
import { invoiceKey } from './world.ts';

export const billingRequests: readonly Request[] = [
  { call: 'GET /api/customerbillingcontact/:cust/:id', url: '/api/customerbillingcontact/me/1' },
  { call: 'GET /auth/invoice/:token', url: `/auth/invoice/2.${invoiceKey}`, as: null },
  { call: 'POST /auth/invoice/:token', url: `/auth/invoice/2.${invoiceKey}`, as: null, body: { amount: '600.00' } },
];
