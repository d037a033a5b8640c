import * as z from 'zod';
import { JobScope } from '#contract/collecting/job-scope.ts';
import { everyJob } from '#domain/crawlers/job-scope.ts';

/** What `task.settings` keeps of a task’s scope, and whether administrators manage its sign-in. Tasks of earlier versions have neither. */
const StoredScope = z.object({ scope: JobScope.default(everyJob), managed: z.boolean().default(false) });

/** Which jobs a task collects; every job if its settings do not say. */
export const scopeOf = (settings: Readonly<Record<string, unknown>>): JobScope => StoredScope.parse(settings).scope;

/** Whether only administrators change and reveal what a task signs in with. */
export const isManaged = (settings: Readonly<Record<string, unknown>>): boolean => StoredScope.parse(settings).managed;

/** The settings of a task with another scope. One that collects every job is not stored. */
export function settingsWithScope(
  settings: Readonly<Record<string, unknown>>,
  scope: JobScope,
  managed: boolean,
): Record<string, unknown> {
  const { scope: _scope, managed: _managed, ...others } = settings;
  const isLimited = (Object.keys(everyJob) as (keyof JobScope)[]).some((key) => scope[key] !== everyJob[key]);
  return { ...others, ...(isLimited && { scope }), ...(managed && { managed }) };
}
