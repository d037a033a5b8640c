import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const postingScreens = [
  {
    id: 'targets',
    // Our own list: the documents open a target by its id only.
    at: ['/targetconfig'],
    title: 'Targets',
    audience: 'targets.write',
    row: 'targets',
    nav: { label: 'Targets', to: '/targetconfig' },
    synonyms: 'ats bullhorn xml feed connection posting post to',
    about: 'The ATS connections that jobs are posted to.',
    load: () => import('./target-list.tsx').then((m) => ({ Component: m.TargetList })),
  },
  {
    id: 'targetConfig',
    at: ['/targetconfig/:id/:cid?'],
    title: 'Target',
    audience: 'targets.write',
    row: 'targets',
    parent: 'targets',
    synonyms: '',
    sample: '/targetconfig/1',
    load: () => import('./target-config.tsx').then((m) => ({ Component: m.TargetConfig })),
  },
  {
    id: 'statuses',
    at: ['/expandedStatus', '/expandedStatus/edit/:id'],
    title: 'Statuses',
    audience: 'everyone',
    row: 'targets',
    nav: { label: 'Statuses', to: '/expandedStatus' },
    synonyms: 'customer status expanded default',
    about: 'Your own statuses of jobs.',
    load: () => import('./statuses/status-list.tsx').then((m) => ({ Component: m.StatusList })),
  },
  {
    id: 'rateFloor',
    at: ['/rateFloor'],
    title: 'Rate floor',
    audience: 'targets.write',
    row: 'targets',
    nav: { label: 'Rate floor', to: '/rateFloor' },
    synonyms: 'lowest minimum bill rate limit below',
    about: 'The lowest rates you accept.',
    load: () => import('./rate-floor/rate-floor.tsx').then((m) => ({ Component: m.RateFloor })),
  },
] as const satisfies readonly Screen[];
