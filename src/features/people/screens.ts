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
    id: 'preferences',
    at: ['/preferences'],
    title: 'Preferences',
    audience: 'everyone',
    row: 'settings',
    nav: { label: 'Preferences', to: '/preferences' },
    synonyms: 'time zone date format dark theme density shortcuts password second factor passkey authenticator 2fa',
    load: () => import('./account/preferences.tsx').then((m) => ({ Component: m.Preferences })),
  },
] as const satisfies readonly Screen[];
