import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const supportScreens = [
  {
    id: 'errorConfigurations',
    at: ['/notificationconfigs'],
    title: 'Error alerts',
    audience: 'admin',
    row: 'system',
    nav: { label: 'Error alerts', to: '/notificationconfigs' },
    synonyms: 'slack notification configurations threshold',
    about: 'When errors send a message to Slack or by email.',
    load: () =>
      import('./error-configurations/error-configuration-list.tsx').then((m) => ({ Component: m.ErrorConfigurationList })),
  },
] as const satisfies readonly Screen[];
