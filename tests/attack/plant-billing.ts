type Row = readonly [table: string, row: Readonly<Record<string, unknown>>];

/** A row of each table of billing for customer `n`: `c` is its canary, `at` an instant. */
export const billingRows = (n: number, c: string, at: string): Row[] => [
  ['billing_account', { start_on: '2026-01-01', added_licenses: 7 }],
  [
    'subscription_terms',
    {
      id: n,
      from_on: '2026-01-01',
      plan_name: c,
      month_cents: 7777,
      connections: 7,
      connection_cents: 77,
      users: 7,
      user_cents: 77,
      made_at: at,
    },
  ],
  ['license_order', { key: c, licenses: 3, month_cents: 77, by_id: n, made_at: at }],
  [
    'invoice',
    {
      id: n,
      from_on: '2026-10-01',
      until_on: '2026-11-01',
      state: 'sent',
      number: c,
      total_cents: 7777,
      made_at: at,
      sent_at: at,
      created_on: '2026-11-01',
      due_on: '2099-12-01',
    },
  ],
  [
    'invoice_line',
    {
      invoice_id: n,
      place: 1,
      text: c,
      from_on: '2026-10-01',
      until_on: '2026-11-01',
      quantity: 1,
      unit_cents: 7777,
      amount_cents: 7777,
    },
  ],
  [
    'ledger_entry',
    {
      id: n,
      invoice_id: n,
      kind: 'payment',
      amount_cents: 77,
      key: c,
      reference: c,
      on_day: '2026-11-01',
      by_name: c,
      made_at: at,
    },
  ],
  [
    'billing_contact',
    {
      id: n,
      is_primary: true,
      first_name: c,
      last_name: c,
      company: c,
      address: c,
      city: c,
      state: 'NV',
      zip: '89501',
      phone: '',
      email: `${c}@example.org`,
    },
  ],
];
