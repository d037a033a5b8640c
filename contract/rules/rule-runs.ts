import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrAll, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/**
 * A new run of rules over staged jobs. It continues without the page and survives a restart of the service.
 * `changed` counts the jobs with a different result.
 */
export const RuleRun = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed']),
  total: z.number(),
  seen: z.number(),
  changed: z.number(),
  by: z.string(),
  queuedAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Its result in words, or why it failed. */
  message: z.string(),
  /** A user asked to stop the run; it stops before the next batch. */
  stopping: z.boolean(),
});
export type RuleRun = z.infer<typeof RuleRun>;

const example: RuleRun = {
  id: 5,
  name: 'Run rules over all open jobs',
  state: 'queued',
  total: 1200,
  seen: 0,
  changed: 0,
  by: 'Ann Reyes',
  queuedAt: '2026-11-21T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
  message: '',
  stopping: false,
};
const done = { ...example, state: 'done', seen: 1200, changed: 40, message: 'Complete. 40 of 1200 jobs changed.' } as const;

export const reprocessJobs = endpoint('POST /api/staging/reprocess/:cust/:mode', {
  about:
    'Runs the rules over these jobs again (action 9); mode 2 first restores their values from the last collection. Long work.',
  args: z.object({
    cust: CustomerRef,
    mode: z.coerce.number().int().min(1).max(2),
    ids: z.array(Id).min(1, 'Choose at least one job').max(10_000),
  }),
  wholeBody: 'ids',
  reply: RuleRun,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example: { ...example, name: 'Run rules over 3 jobs', total: 3 },
});

export const reprocessTask = endpoint('POST /api/customerprocessing/reprocess/:cust/:crawlerId', {
  about: 'Runs the rules over every open job of one data collection task (-1: all tasks). Long work.',
  args: z.object({ cust: CustomerRef, crawlerId: IdOrAll }),
  reply: RuleRun,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example,
});

export const checkReprocess = endpoint('GET /api/customerprocessing/reprocess/check/:ids', {
  about: 'The state of rule runs by id, joined by commas. Omits runs of other customers.',
  args: z.object({ ids: z.string().regex(/^\d+(?:,\d+){0,99}$/, 'Send up to 100 ids joined by commas') }),
  reply: z.array(RuleRun),
  fails: ['invalid'],
  needs: 'session',
  offline: 'online',
  example: [done],
});

export const listRuleRuns = endpoint('GET /api/rules/runs/:cust', {
  about: 'The newest 50 rule runs with their progress. Repeat the call while one is queued or running.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(RuleRun),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [done],
});

export const cancelRuleRun = endpoint('POST /api/rules/runs/:cust/:id/cancel', {
  about: 'Stops a run after its current batch. Jobs already changed stay changed.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: RuleRun,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example: { ...example, state: 'running', stopping: true },
});

export const clearJobRules = endpoint('POST /api/rules/clear/:cust/:jobId', {
  about: 'Reverts everything that rules wrote to one job. The next collection or reprocessing runs the rules again.',
  args: z.object({ cust: CustomerRef, jobId: Id }),
  reply: z.object({ cleared: z.array(z.string()) }),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.test',
  offline: 'online',
  example: { cleared: ['billRate'] },
});

export const listRuleTasks = endpoint('GET /api/customerprocessing/dctasks/:cust', {
  about: 'Data collection tasks whose jobs can be reprocessed, each with its number of open jobs.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      name: wire('Name', z.string()),
      sourceId: wire('Source_ID', z.number()),
      source: wire('Source', z.string()),
      jobs: wire('Jobs', z.number()),
    }),
  ),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [{ id: 1, name: 'Medloop', sourceId: 3, source: 'Medloop', jobs: 812 }],
});

export const ruleRunEndpoints = [
  reprocessJobs,
  reprocessTask,
  checkReprocess,
  listRuleRuns,
  cancelRuleRun,
  clearJobRules,
  listRuleTasks,
];
