import { expect, test } from 'vitest';
import { type PaletteItem, rank, readQuery } from '#src/ui/palette/palette-registry.ts';
import { screens } from '../screens/screens.ts';
import { facilityItem, findJobsItem, jobItem, ruleItem, taskItem } from './object-items.ts';
import { screenItems } from './screen-items.ts';

const nowhere = () => undefined;
const action = (label: string, also: string): PaletteItem => ({ id: label, mode: 'action', label, also, run: nowhere });

/** What a provider administrator who works in an agency's data finds, with some objects of that agency. */
const everything = (words: string): readonly PaletteItem[] => [
  ...['Post', 'Hold', 'Release', 'Hide', 'Unhide', 'Cancel orders', 'Reopen orders'].map((label) =>
    action(label, 'jobs selection bulk'),
  ),
  action('Sync now', 'refresh fetch send reload'),
  action('Theme: dark', 'look color night'),
  action('Sign out', 'leave log off logout'),
  jobItem({ id: 7, providerJobId: 'NI-854939', title: 'RN ICU', facility: 'Mercy Hospital' }, nowhere),
  facilityItem('Mercy Medical Center', 11, nowhere),
  facilityItem('Kindred Hospital Atlanta', 3, nowhere),
  ruleItem({ id: 3, name: 'Texas nights OT' }, nowhere),
  taskItem({ id: 1, name: 'Medloop', alarm: null }, nowhere),
  ...screenItems(screens, nowhere),
  ...(/icu|texas nights in/.test(words) ? [findJobsItem(words, 4, nowhere)] : []),
];

const firstOf = (typed: string): string | undefined => {
  const { mode, words } = readQuery(typed);
  const items = everything(words).filter((item) => mode === 'all' || item.mode === mode);
  return rank(items, words, [])[0]?.label;
};

/** Words as people type them, and what Enter opens. */
const phrases: readonly (readonly [typed: string, found: string])[] = [
  // Screens by their names, by the first letters, and by what people call them.
  ['dashboard', 'Dashboard'],
  ['dash', 'Dashboard'],
  ['home', 'Dashboard'],
  ['start', 'Dashboard'],
  ['overview', 'Dashboard'],
  ['staging', 'Staging'],
  ['stag', 'Staging'],
  ['jobs grid', 'Staging'],
  ['requisitions', 'Staging'],
  ['orders grid', 'Staging'],
  ['outbox', 'Outbox'],
  ['unsent', 'Outbox'],
  ['conflicts', 'Outbox'],
  ['queue', 'Outbox'],
  ['offline', 'Offline & storage'],
  ['storage', 'Offline & storage'],
  ['upload', 'Upload jobs'],
  ['import file', 'Upload jobs'],
  ['csv', 'Upload jobs'],
  ['excel', 'Upload jobs'],
  ['map', 'Map facilities'],
  ['map fac', 'Map facilities'],
  ['facilities', 'Map facilities'],
  ['hospitals', 'Map facilities'],
  ['unmapped', 'Map facilities'],
  ['inbox', 'Map facilities'],
  ['map degrees', 'Map degrees and specialties'],
  ['specialties', 'Map degrees and specialties'],
  ['map shifts', 'Map shifts'],
  ['mapping runs', 'Mapping runs'],
  ['runs', 'Mapping runs'],
  ['undo mapping', 'Mapping runs'],
  ['tasks', 'Tasks'],
  ['data feeds', 'Tasks'],
  ['feeds', 'Jobs in feeds'],
  ['crawlers', 'Crawlers'],
  ['collection', 'Tasks'],
  ['vendors', 'Sources'],
  ['sources', 'Sources'],
  ['aliases', 'Field aliases'],
  ['source aliases', 'Sources'],
  ['rules', 'Business rules'],
  ['business rules', 'Business rules'],
  ['conditions', 'Business rules'],
  ['pay setup', 'Pay setup'],
  ['margin', 'Pay setup'],
  ['burdens', 'Pay setup'],
  ['fields', 'Field definitions'],
  ['field def', 'Field definitions'],
  ['premap', 'Premap'],
  ['template', 'Premap'],
  ['substitutions', 'Substitutions'],
  ['rewrite', 'Substitutions'],
  ['external shifts', 'External shifts'],
  ['shared', 'Shared facilities'],
  ['specialty degrees', 'Specialty degrees'],
  ['order types', 'Order types'],
  ['targets', 'Targets'],
  ['bullhorn', 'Targets'],
  ['ats', 'Targets'],
  ['post to', 'Targets'],
  ['xml feed', 'Targets'],
  ['statuses', 'Statuses'],
  ['reference lists', 'Reference lists'],
  ['my clients', 'Reference lists'],
  ['my contacts', 'Reference lists'],
  // The name of a screen goes before what people call others.
  ['contacts', 'Billing contacts'],
  ['settings', 'All settings'],
  ['configuration', 'All settings'],
  ['preferences', 'Preferences'],
  ['my account', 'Preferences'],
  ['profile', 'Preferences'],
  ['devices', 'Devices'],
  ['lost laptop', 'Devices'],
  ['revoke', 'Devices'],
  ['system', 'System settings'],
  // Reports.
  ['report', 'Reports'],
  ['map summary', 'Map summary'],
  ['mapped facilities report', 'Map detail'],
  ['map detail', 'Map detail'],
  ['mapped deg', 'Mapped degrees'],
  ['mapped specialties', 'Mapped specialties'],
  ['mapped shifts', 'Mapped shifts'],
  ['rule report', 'Rule report'],
  // Settings inside screens.
  ['time zone', 'Time zone'],
  ['date format', 'Date format'],
  ['password', 'Change password'],
  ['2fa', 'Second factor'],
  ['passkey', 'Second factor'],
  ['sessions', 'Sessions'],
  ['dark', 'Theme: dark'],
  ['density', 'Row height'],
  ['ai', 'AI prompts'],
  ['openai', 'AI models'],
  ['dead letters', 'Failed background work'],
  // Actions, on the selection and everywhere.
  ['post', 'Post'],
  ['hold', 'Hold'],
  ['release', 'Release'],
  ['hide', 'Hide'],
  ['cancel', 'Cancel orders'],
  ['reopen', 'Reopen orders'],
  ['>ho', 'Hold'],
  ['sync', 'Sync now'],
  ['refresh', 'Sync now'],
  ['logout', 'Sign out'],
  ['sign out', 'Sign out'],
  // Objects.
  ['854939', 'NI-854939 · RN ICU'],
  ['#854', 'NI-854939 · RN ICU'],
  ['mercy', 'Mercy Medical Center'],
  ['kindred atl', 'Kindred Hospital Atlanta'],
  ['texas nights', 'Texas nights OT'],
  ['medloop', 'Medloop'],
  ['icu nights texas', 'Find jobs: icu nights texas'],
];

test('at least 100 phrases are tried', () => {
  expect(phrases.length).toBeGreaterThanOrEqual(100);
});

test.each(phrases)('“%s” finds %s first', (typed, found) => {
  expect(firstOf(typed)).toBe(found);
});
