import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const peopleScreens = [
  {
    id: 'login',
    at: ['/login/:m?'],
    title: 'Sign in',
    audience: 'public',
    row: null,
    synonyms: '',
    sample: '/login',
    load: () => import('./auth/sign-in.tsx').then((m) => ({ Component: m.SignIn })),
  },
  {
    id: 'reset',
    at: ['/reset/:lnk?'],
    title: 'Set a new password',
    audience: 'public',
    row: null,
    synonyms: '',
    sample: '/reset/sample',
    load: () => import('./auth/reset-password.tsx').then((m) => ({ Component: m.ResetPassword })),
  },
  {
    id: 'customerBoard',
    // Our own screen: the documents show one customer at a time.
    at: ['/board'],
    title: 'Customers',
    audience: 'admin',
    row: 'customers',
    nav: { label: 'Customers', to: '/board' },
    synonyms: 'board all agencies overview failed unmapped waiting switch',
    load: () => import('./customer-board/customer-board.tsx').then((m) => ({ Component: m.CustomerBoard })),
  },
  {
    id: 'preferences',
    at: ['/preferences'],
    title: 'Preferences',
    audience: 'everyone',
    row: 'settings',
    nav: { label: 'Preferences', to: '/preferences' },
    synonyms: 'my account profile options',
    about: 'Your formats, password and sign-in, and how Jobdock looks on this device.',
    settings: [
      { label: 'Time zone', part: 'Dates and times', synonyms: 'clock hours eastern central pacific' },
      { label: 'Date format', part: 'Dates and times', synonyms: 'month day year time format 24 hours am pm' },
      { label: 'Change password', part: 'Password', synonyms: 'new secret' },
      { label: 'Sessions', part: 'Sessions', synonyms: 'signed in browsers end log out elsewhere' },
      { label: 'Second factor', part: 'Second factor', synonyms: 'passkey authenticator 2fa totp recovery codes security key' },
      { label: 'Theme', part: 'This device', synonyms: 'dark light night look color' },
      { label: 'Row height', part: 'This device', synonyms: 'density compact comfortable' },
      { label: 'Single-key shortcuts', part: 'This device', synonyms: 'keyboard letters hotkeys' },
    ],
    load: () => import('./account/preferences.tsx').then((m) => ({ Component: m.Preferences })),
  },
] as const satisfies readonly Screen[];
