import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const syncScreens = [
  {
    id: 'outbox',
    at: ['/outbox'],
    title: 'Outbox',
    audience: 'everyone',
    row: 'outbox',
    nav: { label: 'Outbox', to: '/outbox' },
    keys: 'g o',
    synonyms: 'waiting unsent conflicts sync queue',
    load: () => import('./outbox/outbox.tsx').then((m) => ({ Component: m.Outbox })),
  },
  {
    id: 'offline',
    at: ['/offline'],
    title: 'Offline & storage',
    audience: 'everyone',
    row: 'outbox',
    nav: { label: 'Offline & storage', to: '/offline' },
    synonyms: 'space download protect clear',
    load: () => import('./storage/offline-storage.tsx').then((m) => ({ Component: m.OfflineStorage })),
  },
  {
    id: 'devices',
    // Our own screen: the documents have no devices.
    at: ['/devices'],
    title: 'Devices',
    audience: 'admin',
    row: 'devices',
    nav: { label: 'Devices', to: '/devices' },
    synonyms: 'unsent work revoke wipe lost tablet laptop browser',
    about: 'Browsers that hold customers’ data, with unsent changes; revoke one that was lost.',
    load: () => import('./devices/device-list.tsx').then((m) => ({ Component: m.DeviceList })),
  },
] as const satisfies readonly Screen[];
