import { type DefaultIds, noDefaultIds } from '#domain/targets/settings/default-ids.ts';

/** The ATS's ids of work types and statuses among the stored settings of a target; blank where none is stored. */
export function defaultIdsIn(settings: unknown): DefaultIds {
  const stored: Readonly<Record<string, unknown>> = typeof settings === 'object' && settings !== null ? { ...settings } : {};
  const ids = Object.keys(noDefaultIds).map((name) => [name, typeof stored[name] === 'string' ? stored[name] : ''] as const);
  return { ...noDefaultIds, ...Object.fromEntries(ids) };
}
