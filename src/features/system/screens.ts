import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const systemScreens = [
  {
    id: 'settings',
    // Our own index: the documents have no list of settings.
    at: ['/settings'],
    title: 'All settings',
    audience: 'everyone',
    row: 'settings',
    nav: { label: 'All settings', to: '/settings' },
    synonyms: 'setup configuration options index',
    load: () => import('./settings-index/settings-index.tsx').then((m) => ({ Component: m.SettingsIndex })),
  },
  {
    id: 'systemSettings',
    at: ['/systemsettings'],
    title: 'System settings',
    audience: 'admin',
    row: 'system',
    nav: { label: 'System settings', to: '/systemsettings' },
    synonyms: 'provider installation options',
    about:
      'What applies to every customer: Slack, Jira, text messages, FreshBooks, the sign-in of administrators, failed background work.',
    settings: [
      { label: 'Slack webhook', part: 'Slack', synonyms: 'alerts channel' },
      { label: 'Jira project', part: 'Jira', synonyms: 'tickets issues atlassian' },
      { label: 'FreshBooks', part: 'FreshBooks', synonyms: 'accounting' },
      { label: 'Sign-in of administrators', part: 'Sign-in of administrators', synonyms: 'second factor required 2fa' },
      { label: 'Failed background work', part: 'Failed background work', synonyms: 'queue dead letters retry' },
    ],
    load: () => import('./settings/system-settings.tsx').then((m) => ({ Component: m.SystemSettingsScreen })),
  },
  {
    id: 'serviceItems',
    at: ['/servicesettingitems', '/editServiceItemSettings/:id'],
    title: 'Service items',
    audience: 'admin',
    row: 'system',
    nav: { label: 'Service items', to: '/servicesettingitems' },
    synonyms: 'operating values posting paused interval limits retention',
    about: 'Values that the service works with: posting paused, the shortest collection interval, limits of lists and files.',
    load: () => import('./service-items/service-item-list.tsx').then((m) => ({ Component: m.ServiceItemList })),
  },
  {
    id: 'systemLog',
    at: ['/syslog'],
    title: 'System log',
    audience: 'admin.system',
    row: 'system',
    nav: { label: 'System log', to: '/syslog' },
    synonyms: 'errors warnings processes service lines reference id',
    about: 'What the processes of the service logged on a day.',
    load: () => import('./system-log/system-log-list.tsx').then((m) => ({ Component: m.SystemLogList })),
  },
  {
    id: 'mailbox',
    // Our own screen: the documents have none for emails that leave.
    at: ['/mailbox'],
    title: 'Mailbox',
    audience: 'admin',
    row: 'system',
    nav: { label: 'Mailbox', to: '/mailbox' },
    synonyms: 'emails sent refused waiting mail server smtp demo inbox attachments',
    about: 'The emails that the service sends: what became of them, and what arrived in the mailbox of the demo.',
    load: () => import('./mailbox/mailbox.tsx').then((m) => ({ Component: m.Mailbox })),
  },
] as const satisfies readonly Screen[];
