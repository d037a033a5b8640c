import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const billingScreens = [
  {
    id: 'billing',
    at: ['/billing'],
    title: 'Billing',
    audience: 'billing.read',
    row: 'settings',
    nav: { label: 'Billing', to: '/billing' },
    synonyms: 'invoices payments statement',
    about: 'Invoices and payments.',
    load: () => import('./invoices/billing-page.tsx').then((m) => ({ Component: m.BillingPage })),
  },
  {
    id: 'billingContacts',
    at: ['/billingContactInfo', '/billingContactInfo/edit/:id'],
    title: 'Billing contacts',
    audience: 'billing.read',
    row: 'settings',
    nav: { label: 'Billing contacts', to: '/billingContactInfo' },
    synonyms: 'invoice',
    about: 'Who gets the invoices.',
    load: () => import('./contacts/contact-list.tsx').then((m) => ({ Component: m.ContactList })),
  },
  {
    id: 'subscription',
    at: ['/customerSubscriptionInfo'],
    title: 'Subscription',
    audience: 'billing.read',
    row: 'settings',
    nav: { label: 'Subscription', to: '/customerSubscriptionInfo' },
    synonyms: 'plan licenses price',
    about: 'Your plan and its licenses.',
    load: () => import('./subscription/subscription-page.tsx').then((m) => ({ Component: m.SubscriptionPage })),
  },
  {
    id: 'plans',
    // Our own screen: the documents only choose plans.
    at: ['/plans'],
    title: 'Plans',
    audience: 'admin',
    row: 'customers',
    nav: { label: 'Plans', to: '/plans' },
    synonyms: 'prices',
    load: () => import('./plans/plan-list.tsx').then((m) => ({ Component: m.PlanList })),
  },
] as const satisfies readonly Screen[];
