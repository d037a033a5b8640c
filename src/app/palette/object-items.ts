import type { JobRow } from '#contract/rows/jobs.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { counted } from '#src/ui/format/format.ts';
import type { PaletteItem } from '#src/ui/palette/palette-registry.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

type Go = (to: string) => void;

const stagingAt = (query: Record<string, string>): string => pathTo('/staging/:pg?/:all?', {}, { view: 'all', ...query });

export const jobItem = (
  { id, providerJobId, title, facility }: Pick<JobRow, 'id' | 'providerJobId' | 'title' | 'facility'>,
  go: Go,
): PaletteItem => ({
  id: `job:${id}`,
  mode: 'job',
  label: [providerJobId, title].filter(Boolean).join(' · '),
  also: String(id),
  ...(facility ? { note: facility } : {}),
  run: () => go(stagingAt({ open: `job:${id}` })),
});

/** The whole text as a search of jobs, with the number of jobs that it finds. */
export const findJobsItem = (words: string, found: number, go: Go): PaletteItem => ({
  id: 'find-jobs',
  mode: 'job',
  label: `Find jobs: ${words}`,
  also: words,
  note: counted(found, 'job'),
  run: () => go(stagingAt({ q: words })),
});

/** A facility of the ATS, with its number of jobs. */
export const facilityItem = (name: string, jobs: number, go: Go): PaletteItem => ({
  id: `facility:${name}`,
  mode: 'facility',
  label: name,
  note: counted(jobs, 'job'),
  run: () => go(stagingAt({ q: `facility:"${name.replaceAll(/["\\]/g, '\\$&')}"` })),
});

export const ruleItem = ({ id, name }: Pick<RuleRow, 'id' | 'name'>, go: Go): PaletteItem => ({
  id: `rule:${id}`,
  mode: 'rule',
  label: name,
  also: 'rule',
  run: () => go(pathTo('/custrules/:id?', { id })),
});

/** A person of the customer, as the device knows them. */
export const personItem = (
  { id, name, role }: { readonly id: number; readonly name: string; readonly role: string },
  go: Go,
): PaletteItem => ({
  id: `person:${id}`,
  mode: 'person',
  label: name,
  note: role,
  also: 'user person',
  run: () => go(pathTo('/users/edit/:id', { id })),
});

export const taskItem = ({ id, name, alarm }: Pick<TaskRow, 'id' | 'name' | 'alarm'>, go: Go): PaletteItem => ({
  id: `task:${id}`,
  mode: 'task',
  label: name,
  also: 'task feed',
  ...(alarm !== null && { note: 'Needs attention' }),
  run: () => go(pathTo('/edittask/:id/:c?', { id })),
});
