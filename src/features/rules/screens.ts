import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const rulesScreens = [
  {
    id: 'rules',
    at: ['/custrules/:id?', '/custrules/showdeleted'],
    title: 'Business rules',
    audience: 'rules.read',
    row: 'rules',
    nav: { label: 'Business rules', to: '/custrules' },
    keys: 'g r',
    synonyms: 'customer processing conditions actions table lab',
    load: () => import('./list/rules.tsx').then((m) => ({ Component: m.Rules })),
  },
  {
    id: 'paySetup',
    at: ['/pcsetup'],
    title: 'Pay setup',
    audience: 'staging.read',
    row: 'rules',
    nav: { label: 'Pay setup', to: '/pcsetup' },
    synonyms: 'margin inclusive pay fees burdens degree rates',
    load: () => import('./pay/pay-setup.tsx').then((m) => ({ Component: m.PaySetup })),
  },
  {
    id: 'fields',
    at: ['/jrfields'],
    title: 'Field definitions',
    audience: 'rules.read',
    row: 'rules',
    nav: { label: 'Field definitions', to: '/jrfields' },
    synonyms: 'product fields catalogue titles required',
    load: () => import('./fields/field-list.tsx').then((m) => ({ Component: m.FieldList })),
  },
  {
    id: 'substitutions',
    at: ['/degreemap'],
    title: 'Substitutions',
    audience: 'rules.read',
    row: 'mappingLists',
    nav: { label: 'Substitutions', to: '/degreemap' },
    synonyms: 'degrees specialties rewrite names replace vms values',
    load: () => import('./substitutions/substitutions.tsx').then((m) => ({ Component: m.Substitutions })),
  },
] as const satisfies readonly Screen[];
