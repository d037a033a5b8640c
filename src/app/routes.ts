import type { RightName } from '#contract/rights.ts';

/** The sidebar's groups in order of use. */
export const groups = [
  { id: 'home', label: 'Home' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'mapping', label: 'Mapping' },
  { id: 'rules', label: 'Rules' },
  { id: 'collect', label: 'Collect' },
  { id: 'targets', label: 'Post to' },
  { id: 'submissions', label: 'Submissions' },
  { id: 'reports', label: 'Reports' },
  { id: 'account', label: 'Account' },
  { id: 'provider', label: 'Provider' },
] as const;
export type GroupId = (typeof groups)[number]['id'];

/** Whom a screen is for. The sidebar hides what a person may not open; the service checks all the same. */
export type Audience = 'public' | 'everyone' | 'admin' | RightName;

/** One screen: the addresses it stands at, and where navigation shows it. */
export type Route = {
  id: string;
  /** The documented patterns. */
  at: readonly string[];
  title: string;
  for: Audience;
  /** Absent: reached from other screens only. */
  nav?: { group: GroupId; label: string; to: string };
  /** Sequence that goes there from anywhere. */
  keys?: string;
  /** Words that find it in the palette beside its title. */
  also?: string;
};

/**
 * Every screen that stands, in the order of the sidebar. A screen is added here and in `screens.ts`, which must name the
 * same ids; `npm run -s list:routes` prints the patterns.
 */
export const routes = [
  { id: 'login', at: ['/login/:m?'], title: 'Sign in', for: 'public' },
  { id: 'reset', at: ['/reset/:lnk?'], title: 'Set a new password', for: 'public' },
  {
    id: 'dashboard',
    at: ['/', '/dashboard'],
    title: 'Dashboard',
    for: 'everyone',
    nav: { group: 'home', label: 'Dashboard', to: '/dashboard' },
    keys: 'g d',
    also: 'home start overview',
  },
  {
    id: 'outbox',
    at: ['/outbox'],
    title: 'Outbox',
    for: 'everyone',
    nav: { group: 'home', label: 'Outbox', to: '/outbox' },
    keys: 'g o',
    also: 'waiting unsent conflicts sync queue',
  },
  {
    id: 'offline',
    at: ['/offline'],
    title: 'Offline & storage',
    for: 'everyone',
    nav: { group: 'home', label: 'Offline & storage', to: '/offline' },
    also: 'space download protect clear',
  },
  {
    id: 'preferences',
    at: ['/preferences'],
    title: 'Preferences',
    for: 'everyone',
    nav: { group: 'account', label: 'Preferences', to: '/preferences' },
    also: 'time zone date format dark theme density shortcuts',
  },
] as const satisfies readonly Route[];

export type RouteId = (typeof routes)[number]['id'];
