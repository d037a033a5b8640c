import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const systemScreens = [
  {
    id: 'systemSettings',
    at: ['/systemsettings'],
    title: 'System settings',
    audience: 'admin',
    row: 'system',
    nav: { label: 'System settings', to: '/systemsettings' },
    synonyms: 'ai model endpoint key openai provider',
    load: () => import('./settings/system-settings.tsx').then((m) => ({ Component: m.SystemSettingsScreen })),
  },
] as const satisfies readonly Screen[];
