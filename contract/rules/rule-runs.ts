import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';
import { RuleRow } from '../rows/rule-rows.ts';

/**
 * Rules run again over staged jobs: one named object that goes on without the page and survives a restart of the service.
 * `changed` counts the jobs that came out otherwise.
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
  /** A stop was asked for and comes with the next portion. */
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
  about: 'Runs the rules over these jobs again (action 9); mode 2 takes their values from the last collection first. A long job.',
  args: z.object({
    cust: CustomerRef,
    mode: z.coerce.number().int().min(1).max(2),
    ids: z.array(z.coerce.number().int().positive()).min(1, 'Choose at least one job').max(10_000),
  }),
  wholeBody: 'ids',
  reply: RuleRun,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example: { ...example, name: 'Run rules over 3 jobs', total: 3 },
});

export const reprocessTask = endpoint('POST /api/customerprocessing/reprocess/:cust/:crawlerId', {
  about: 'Runs the rules over every open job of one data collection task (-1: of all). A long job.',
  args: z.object({ cust: CustomerRef, crawlerId: z.coerce.number().int().min(-1) }),
  reply: RuleRun,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example,
});

export const checkReprocess = endpoint('GET /api/customerprocessing/reprocess/check/:ids', {
  about: 'Where runs of rules stand; ids are joined by commas. Those of other customers are not listed.',
  args: z.object({ ids: z.string().regex(/^\d+(?:,\d+){0,99}$/, 'Send up to 100 ids joined by commas') }),
  reply: z.array(RuleRun),
  fails: ['invalid'],
  needs: 'session',
  offline: 'online',
  example: [done],
});

export const listRuleRuns = endpoint('GET /api/rules/runs/:cust', {
  about: 'The newest 50 runs of rules with their progress. Ask again while one is queued or running.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(RuleRun),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [done],
});

export const cancelRuleRun = endpoint('POST /api/rules/runs/:cust/:id/cancel', {
  about: 'Stops a run after its present portion; jobs that it has done stay done.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: RuleRun,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'rules.test',
  offline: 'online',
  example: { ...example, state: 'running', stopping: true },
});

export const clearJobRules = endpoint('POST /api/rules/clear/:cust/:jobId', {
  about: 'Takes back everything that rules wrote to one job; the next collection or reprocessing runs them again.',
  args: z.object({ cust: CustomerRef, jobId: Id }),
  reply: z.object({ cleared: z.array(z.string()) }),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.test',
  offline: 'online',
  example: { cleared: ['billRate'] },
});

export const listRuleTasks = endpoint('GET /api/customerprocessing/dctasks/:cust', {
  about: 'Data collection tasks whose jobs can be reprocessed, with how many open jobs each has.',
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

const RuleVersion = z.object({ version: z.number(), by: z.string(), at: Instant, words: z.string(), rule: RuleRow });

export const listRuleVersions = endpoint('GET /api/rules/versions/:cust/:ruleId', {
  about: 'The newest 500 saved versions of a rule, the newest first, each as it was: who saved it, when, and in which words.',
  args: z.object({ cust: CustomerRef, ruleId: Id }),
  reply: newestOf(RuleVersion),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        version: 1,
        by: 'Ann Reyes',
        at: '2026-11-21T12:00:00.000Z',
        words: 'First try',
        rule: {
          id: 12,
          name: 'Cancel float pool jobs',
          source: '[Unit] contains float',
          actionType: 5,
          fieldId: null,
          variable: null,
          operand: null,
          table: null,
          workType: 1,
          sourceId: null,
          ord: 10,
          global: false,
          runOnExport: false,
          appliedToCancelledJobs: false,
          active: true,
          adminsOnly: false,
          disableAfterOn: null,
          deleted: false,
          version: 1,
          by: 'Ann Reyes',
          at: '2026-11-21T12:00:00.000Z',
        },
      },
    ],
  },
});

/** The rule that keeps jobs of one facility from being staffed. */
const FacilityRule = z.object({
  ruleId: wire('RuleId', z.number()),
  sourceId: wire('Source_ID', z.number()),
  facility: wire('Facility', z.string()),
  active: wire('Active', z.boolean()),
  by: wire('By', z.string()),
  at: wire('At', Instant),
});
const facilityFails = ['invalid', 'forbidden', 'not_found'] as const;
const facilityRules = {
  reply: z.array(FacilityRule),
  fails: facilityFails,
  example: [
    { ruleId: 31, sourceId: 3, facility: 'Mercy Hospital', active: true, by: 'Ann Reyes', at: '2026-11-21T12:00:00.000Z' },
  ],
};
const ofSource = { cust: CustomerRef, sourceId: Id };
const Facility = z.string().trim().min(1, 'Name a facility').max(300);

export const listFacilityRules = endpoint('GET /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId', {
  about: 'Facilities of a source that are not staffed, each with the rule that cancels its jobs.',
  args: z.object(ofSource),
  needs: 'rules.read',
  offline: 'cached',
  ...facilityRules,
});
export const readFacilityRules = endpoint('GET /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility', {
  about: 'Whether one facility of a source is staffed: its rule where it is not.',
  args: z.object({ ...ofSource, facility: Facility }),
  needs: 'rules.read',
  offline: 'cached',
  ...facilityRules,
});
export const setFacilityRule = endpoint('PUT /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility', {
  about: 'Stops staffing a facility: makes or enables the rule that cancels its jobs, and runs it over the open ones.',
  args: z.object({ ...ofSource, facility: Facility }),
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});
export const setSourceRules = endpoint('PUT /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId', {
  about: 'Stops staffing exactly the facilities named in the body; others of the source are staffed again.',
  args: z.object({ ...ofSource, facilities: z.array(Facility).max(500) }),
  wholeBody: 'facilities',
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});
export const removeFacilityRule = endpoint('DELETE /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility', {
  about: 'Staffs a facility again: deletes its rule and gives its jobs back their status.',
  args: z.object({ ...ofSource, facility: Facility }),
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});
export const removeSourceRules = endpoint('DELETE /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId', {
  about: 'Staffs every facility of a source again.',
  args: z.object(ofSource),
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});
export const setRulesOfJobs = endpoint('POST /api/CustomerProcessing/SpecialRulesForFacility/:cust', {
  about: 'Stops staffing the facilities of these jobs (action 13). One foreign id refuses all.',
  args: z.object({
    cust: CustomerRef,
    ids: z.array(z.coerce.number().int().positive()).min(1, 'Choose at least one job').max(500),
  }),
  wholeBody: 'ids',
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});

export const ruleRunEndpoints = [
  reprocessJobs,
  reprocessTask,
  checkReprocess,
  listRuleRuns,
  cancelRuleRun,
  clearJobRules,
  listRuleTasks,
  listRuleVersions,
  listFacilityRules,
  readFacilityRules,
  setFacilityRule,
  setSourceRules,
  removeFacilityRule,
  removeSourceRules,
  setRulesOfJobs,
];
