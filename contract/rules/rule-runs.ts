import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrAll, Instant, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/**
 * A run over staged jobs: rules run again (`rules`), or the vendors are asked (`refresh`). It continues without the page, survives a
 * restart of the service, and can be undone as a whole. `changed` counts the jobs with a different result.
 */
export const RuleRun = z.object({
  id: z.number(),
  kind: z.enum(['rules', 'refresh']),
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone']),
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
  /** It changed jobs, and what they were before is still stored. */
  canUndo: z.boolean(),
  /** After undo: jobs restored, and jobs kept because somebody had changed them since. */
  undo: z.object({ restored: z.number(), kept: z.number() }).nullable(),
});
export type RuleRun = z.infer<typeof RuleRun>;

const example: RuleRun = {
  id: 5,
  kind: 'rules',
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
  canUndo: false,
  undo: null,
};
const done = {
  ...example,
  state: 'done',
  seen: 1200,
  changed: 40,
  message: 'Complete. 40 of 1200 jobs changed.',
  canUndo: true,
} as const;
const Jobs = z.array(Id).min(1, 'Choose at least one job').max(10_000);

export const reprocessJobs = endpoint('POST /api/staging/reprocess/:cust/:mode', {
  about:
    'Mode 1 runs the rules over these jobs again (action 9), mode 2 first asks their vendors about them (action 10). Long work; its result is read by its id.',
  args: z.object({
    cust: CustomerRef,
    mode: z.coerce.number().int().min(1).max(2),
    ids: Jobs,
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
  about: 'The newest 50 runs over jobs with their progress. Repeat the call while one is queued or running.',
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

/** One changed field of a job: a field, a catalogue value, or a flag with true and false. */
const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
const named = { id: z.number(), providerJobId: z.string(), title: z.string().nullable() };
const rateChange = { field: 'billRate', before: 92.5, after: 140 };

export const lookAtReprocess = endpoint('POST /api/rules/runs/:cust/look', {
  about: 'What running the rules over these jobs again would change, without changing it. Compares the first 2,000 of them.',
  args: z.object({ cust: CustomerRef, ids: Jobs }),
  wholeBody: 'ids',
  reply: z.object({
    jobs: z.number(),
    changed: z.number(),
    /** Jobs beyond those that are compared. */
    notCompared: z.number(),
    /** Changed fields, with the number of jobs. */
    fields: z.array(z.object({ field: z.string(), jobs: z.number() })),
    /** The first 50 jobs that would change. */
    rows: z.array(z.object({ ...named, changes: z.array(FieldChange) })),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.test',
  offline: 'online',
  example: {
    jobs: 3,
    changed: 1,
    notCompared: 0,
    fields: [{ field: 'billRate', jobs: 1 }],
    rows: [{ id: 7, providerJobId: 'HV-7', title: 'RN ICU', changes: [rateChange] }],
  },
});

export const lookAtReadings = endpoint('POST /api/rules/readings/:cust/look', {
  about:
    'What reading the descriptions of all open jobs again would change, without changing it. Compares the first 2,000 of them. Only a shift or a bill rate that no feed gives is read.',
  args: z.object({ cust: CustomerRef }),
  reply: lookAtReprocess.reply,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example: lookAtReprocess.example,
});

export const readOpenJobs = endpoint('POST /api/rules/readings/:cust', {
  about:
    'Reads shift and bill rate of all open jobs from their descriptions again, where no feed gives them, and runs the rules. Long work, which can be undone as a whole. A conflict says that the customer’s switch is off.',
  args: z.object({ cust: CustomerRef }),
  reply: RuleRun,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example: { ...example, name: 'Read the descriptions of all open jobs' },
});

export const listRunJobs = endpoint('GET /api/rules/runs/:cust/:id/jobs/:pageSize/:page', {
  about: 'What a run did with each of its jobs: the changed fields, or why the vendor said nothing about the job.',
  args: z.object({ cust: CustomerRef, id: Id, pageSize: z.coerce.number().int().min(1).max(1000), page: PageNumber }),
  reply: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        ...named,
        /** `gone`: the vendor no longer lists it. `failed`: the vendor gave no answer. `not_asked`: its vendor cannot be asked. */
        outcome: z.enum(['changed', 'same', 'gone', 'failed', 'not_asked']),
        words: z.string().nullable(),
        changes: z.array(FieldChange),
        undone: z.boolean(),
      }),
    ),
  }),
  fails: ['forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      { id: 7, providerJobId: 'HV-7', title: 'RN ICU', outcome: 'changed', words: null, changes: [rateChange], undone: false },
    ],
  },
});

export const undoRuleRun = endpoint('POST /api/rules/runs/:cust/:id/undo', {
  about:
    'Restores every job that a run changed and no one has changed since. After “do not staff facility”, staffs the facilities again.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: RuleRun,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'session',
  offline: 'online',
  example: { ...done, state: 'undoing', canUndo: false, undo: { restored: 0, kept: 0 } },
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
  lookAtReprocess,
  lookAtReadings,
  readOpenJobs,
  listRunJobs,
  undoRuleRun,
  clearJobRules,
  listRuleTasks,
];
