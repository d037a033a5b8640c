import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** The rule that cancels the jobs of a facility that is not staffed. */
const FacilityRule = z.object({
  ruleId: wire('RuleId', z.number()),
  sourceId: wire('Source_ID', z.number()),
  facility: wire('Facility', z.string()),
  active: wire('Active', z.boolean()),
  by: wire('By', z.string()),
  at: wire('At', Instant),
  /** The run over the jobs of the facility; null where it has none or the call starts none. Undoing it staffs the facility again. */
  runId: wire('Run_ID', z.number().nullable()),
});
const facilityFails = ['invalid', 'forbidden', 'not_found'] as const;
const facilityRules = {
  reply: z.array(FacilityRule),
  fails: facilityFails,
  example: [
    {
      ruleId: 31,
      sourceId: 3,
      facility: 'Mercy Hospital',
      active: true,
      by: 'Ann Reyes',
      at: '2026-11-21T12:00:00.000Z',
      runId: null,
    },
  ],
};
const ofSource = { cust: CustomerRef, sourceId: Id };
/** Most jobs whose facilities one call takes. */
export const mostJobsOfFacilities = 500;

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
    ids: z.array(Id).min(1, 'Choose at least one job').max(mostJobsOfFacilities),
  }),
  wholeBody: 'ids',
  needs: 'jobs.cancel',
  offline: 'online',
  ...facilityRules,
});

export const facilityRuleEndpoints = [
  listFacilityRules,
  readFacilityRules,
  setFacilityRule,
  setSourceRules,
  removeFacilityRule,
  removeSourceRules,
  setRulesOfJobs,
];
