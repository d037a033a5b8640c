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
  {
    id: 'findJob',
    at: ['/findJob'],
    title: 'Find job',
    audience: 'staging.read',
    row: 'staging',
    parent: 'staging',
    keys: 'g j',
    synonyms: 'search lookup where is my job missing refused rejected trace',
    sample: '/findJob?job=1',
    load: () => import('./find-job/find-job.tsx').then((m) => ({ Component: m.FindJob })),
  },
] as const satisfies readonly Screen[];

/** Screens of the setup, listed after those of collecting and of the system. */
export const stagingSetupScreens = [
  {
    id: 'assignments',
    at: ['/assignments'],
    title: 'Assignments',
    audience: 'staging.read',
    row: 'collect',
    nav: { label: 'Assignments', to: '/assignments' },
    synonyms: 'assign owner recruiter facility source person work mine automatic',
    about: 'Who gets the jobs of a source or facility.',
    load: () => import('./assignments/assignment-list.tsx').then((m) => ({ Component: m.AssignmentList })),
  },
  {
    id: 'adminUtilities',
    at: ['/adminUtils'],
    title: 'Admin utilities',
    audience: 'admin',
    row: 'system',
    nav: { label: 'Admin utilities', to: '/adminUtils' },
    synonyms: 'cancel orders source close jobs',
    about: 'Cancels the open orders of one source, with undo.',
    load: () => import('./cancel-orders/admin-utilities.tsx').then((m) => ({ Component: m.AdminUtilities })),
  },
] as const satisfies readonly Screen[];
