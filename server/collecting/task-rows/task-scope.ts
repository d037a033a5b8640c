import * as z from 'zod';
import { JobScope } from '#contract/collecting/job-scope.ts';
import { everyJob } from '#domain/crawlers/job-scope.ts';

/**
 * What `task.settings` keeps of a task’s scope, whether administrators manage its sign-in, and the domains of servers that forward its
 * emails. Tasks of earlier versions have none of them.
 */
const StoredScope = z.object({
  scope: JobScope.default(everyJob),
  managed: z.boolean().default(false),
  forwarders: z.array(z.string()).default([]),
});

/** Which jobs a task collects; every job if its settings do not say. */
export const scopeOf = (settings: Readonly<Record<string, unknown>>): JobScope => StoredScope.parse(settings).scope;

/** Whether only administrators change and reveal what a task signs in with. */
export const isManaged = (settings: Readonly<Record<string, unknown>>): boolean => StoredScope.parse(settings).managed;

/** The domains of servers whose word about the sender of an email is believed, in lower case. */
export const forwardersOf = (settings: Readonly<Record<string, unknown>>): readonly string[] =>
  StoredScope.parse(settings).forwarders;

/** The settings of a task with another scope. What is as in a new task is not stored. */
export function settingsWithScope(
  settings: Readonly<Record<string, unknown>>,
  scope: JobScope,
  { managed, forwarders }: { readonly managed: boolean; readonly forwarders: readonly string[] },
): Record<string, unknown> {
  const { scope: _scope, managed: _managed, forwarders: _forwarders, ...others } = settings;
  const isLimited = (Object.keys(everyJob) as (keyof JobScope)[]).some((key) => scope[key] !== everyJob[key]);
  return { ...others, ...(isLimited && { scope }), ...(managed && { managed }), ...(forwarders.length > 0 && { forwarders }) };
}
