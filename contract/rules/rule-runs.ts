import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';
import { RuleRow } from '../rows/rule-rows.ts';

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
  about: 'Runs the rules over every open job of one data collection task (-1: all tasks). Long work.',
  args: z.object({ cust: CustomerRef, crawlerId: z.coerce.number().int().min(-1) }),
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

const RuleVersion = z.object({ version: z.number(), by: z.string(), at: Instant, words: z.string(), rule: RuleRow });

export const listRuleVersions = endpoint('GET /api/rules/versions/:cust/:ruleId', {
  about: 'The newest 500 versions of a rule, newest first: the rule, who saved it, when, and with which comment.',
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

/** The rule that cancels the jobs of a facility that is not staffed. */
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
  about: 'Facilities of a source that the customer does not staff, each with the rule that cancels its jobs.',
  args: z.object(ofSource),
  needs: 'rules.read',
  offline: 'cached',
  ...facilityRules,
});
export const readFacilityRules = endpoint('GET /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility', {
  about: 'The rule of one facility of a source if the customer does not staff it; else empty.',
  args: z.object({ ...ofSource, facility: Facility }),
  needs: 'rules.read',
  offline: 'cached',
  ...facilityRules,
});
export const setFacilityRule = endpoint('PUT /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility', {
  about: 'Stops staffing a facility: creates or enables the rule that cancels its jobs, and runs it over the open ones.',
  args: z.object({ ...ofSource, facility: Facility }),
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});
export const setSourceRules = endpoint('PUT /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId', {
  about: 'Stops staffing exactly the facilities in the body; all others of the source are staffed again.',
  args: z.object({ ...ofSource, facilities: z.array(Facility).max(500) }),
  wholeBody: 'facilities',
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});
export const removeFacilityRule = endpoint('DELETE /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility', {
  about: 'Staffs a facility again: deletes its rule and restores the status of its jobs.',
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
  about: 'Stops staffing the facilities of these jobs (action 13). Refused if any job belongs to another customer.',
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
