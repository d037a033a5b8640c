import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const stagingScreens = [
  {
    id: 'staging',
    at: ['/staging/:pg?/:all?'],
    title: 'Staging',
    audience: 'staging.read',
    row: 'staging',
    nav: { label: 'Staging', to: '/staging' },
    keys: 'g s',
    synonyms: 'jobs grid open orders requisitions',
    load: () => import('./staging.tsx').then((m) => ({ Component: m.Staging })),
  },
] as const satisfies readonly Screen[];
