import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { MapKind } from '../rows/rows.ts';

const Text = z.string().nullable();

export const bulkMappingAbility = endpoint('GET /api/map/bulkmappingenability/:cust', {
  about: 'Which mapping screens and reports the caller may open, by their rights and the customer’s targets.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({
    canShowMapFacility: z.boolean(),
    canShowMapDegree: z.boolean(),
    canShowShift: z.boolean(),
    canShowMapSpecialty: z.boolean(),
    cleanupDegreeSpecialty: z.boolean(),
    canShowTargetXMLFeed: z.boolean(),
    canShowRulesReport: z.boolean(),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    canShowMapFacility: true,
    canShowMapDegree: true,
    canShowShift: false,
    canShowMapSpecialty: true,
    cleanupDegreeSpecialty: false,
    canShowTargetXMLFeed: true,
    canShowRulesReport: true,
  },
});

export const countMappings = endpoint('GET /api/user/dashboard/mapping/:cust', {
  about:
    'Per target and kind: the number of texts mapped by people, mapped automatically or unmapped, and of open jobs that need a mapping.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      targetId: z.number(),
      targetName: wire('TargetName', z.string()),
      kind: MapKind,
      texts: z.number(),
      byPeople: z.number(),
      automatic: z.number(),
      unmapped: z.number(),
      setAside: z.number(),
      /** Unmapped texts with a suggestion of at least 80. */
      suggested: z.number(),
      /** Open jobs whose text of this kind is neither mapped nor set aside. */
      openJobs: z.number(),
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [
    {
      targetId: 1,
      targetName: 'Bullhorn',
      kind: 'facility',
      texts: 1200,
      byPeople: 300,
      automatic: 850,
      unmapped: 50,
      setAside: 0,
      suggested: 20,
      openJobs: 64,
    },
  ],
});

export const reportMapSummary = endpoint('GET /api/reports/mapsummary/:cust', {
  about:
    'Facilities per source: the number of texts, of mapped texts, and of open jobs that need a mapping. A grouping source includes the sources it groups.',
  args: z.object({ cust: CustomerRef, target: IdOrNone.default(0) }),
  reply: z.array(
    z.object({
      sourceId: wire('SourceID', z.number()),
      source: wire('Source', z.string()),
      texts: wire('Count', z.number()),
      mapped: wire('Mapped', z.number()),
      unmapped: wire('Unmapped', z.number()),
      jobs: wire('Jobs', z.number()),
    }),
  ),
  fails: ['not_found'],
  needs: 'jobs.report',
  offline: 'replicated',
  example: [{ sourceId: 3, source: 'Medloop', texts: 40, mapped: 36, unmapped: 4, jobs: 9 }],
});

const page = { pageSize: z.coerce.number().int().min(1).max(1000), page: PageNumber };
const query = z.string().max(200).default('');

export const reportMapDetail = endpoint('GET /api/reports/mapdetail/:cust/:pageSize/:page', {
  about:
    'Clients as vendors name them, with the mapped client, its place and the open jobs; filtered by source, target and part of a name.',
  args: z.object({
    cust: CustomerRef,
    ...page,
    source: IdOrNone.default(0),
    target: IdOrNone.default(0),
    name: wire('fname', query),
  }),
  reply: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        targetId: z.number(),
        sourceId: wire('SourceID', z.number()),
        source: wire('Source', z.string()),
        client: wire('Client', z.string()),
        mappedClient: wire('MClient', Text),
        address: wire('Address', Text),
        city: wire('City', Text),
        state: wire('State', Text),
        zip: wire('Zip', Text),
        certainty: wire('Certainty', z.number().nullable()),
        jobs: wire('Jobs', z.number()),
      }),
    ),
  }),
  fails: ['not_found'],
  needs: 'jobs.report',
  offline: 'replicated',
  example: {
    total: 1,
    rows: [
      {
        targetId: 1,
        sourceId: 3,
        source: 'Medloop',
        client: 'MERCY GEN HOSP SAC',
        mappedClient: 'Mercy General Hospital',
        address: '4001 J St',
        city: 'Sacramento',
        state: 'CA',
        zip: '95819',
        certainty: 97.1,
        jobs: 4,
      },
    ],
  },
});

const terms = { cust: CustomerRef, ...page, target: IdOrNone.default(0), query };
const counts = { certainty: wire('Certainty', z.number().nullable()), jobs: wire('Jobs', z.number()) };
const report = { fails: ['not_found'], needs: 'jobs.report', offline: 'replicated' } as const;

export const reportMapDegrees = endpoint('GET /api/reports/mapcert/:cust/:pageSize/:page', {
  about: 'Degrees as vendors write them and the degree each is mapped to.',
  args: z.object(terms),
  reply: z.object({
    total: z.number(),
    rows: z.array(z.object({ degree: wire('Degree', z.string()), mappedDegree: wire('MDegree', Text), ...counts })),
  }),
  ...report,
  example: { total: 1, rows: [{ degree: 'RN', mappedDegree: 'Registered Nurse', certainty: null, jobs: 40 }] },
});

export const reportMapSpecialties = endpoint('GET /api/reports/mapspec/:cust/:pageSize/:page', {
  about: 'Specialties as vendors write them, the specialty each is mapped to and its degree.',
  args: z.object(terms),
  reply: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        specialty: wire('Specialty', z.string()),
        degree: wire('Degree', Text),
        mappedSpecialty: wire('MSpecialty', Text),
        mappedDegree: wire('MDegree', Text),
        ...counts,
      }),
    ),
  }),
  ...report,
  example: {
    total: 1,
    rows: [
      {
        specialty: 'ICU',
        degree: 'RN',
        mappedSpecialty: 'Intensive Care',
        mappedDegree: 'Registered Nurse',
        certainty: 96,
        jobs: 12,
      },
    ],
  },
});

export const reportMapShifts = endpoint('GET /api/reports/mapshift/:cust/:pageSize/:page', {
  about: 'Shifts as vendors write them and the shift each is mapped to.',
  args: z.object(terms),
  reply: z.object({
    total: z.number(),
    rows: z.array(z.object({ shift: wire('Shift', z.string()), mappedShift: wire('MShift', Text), ...counts })),
  }),
  ...report,
  example: { total: 1, rows: [{ shift: '7p-7a', mappedShift: 'Nights 12h', certainty: 92, jobs: 20 }] },
});

export const readTargetMaintenance = endpoint('GET /api/map/maintenance/:cust/:targetId', {
  about: 'Which reference lists of a target users may edit, and the target’s style, which decides the fields of a new facility.',
  args: z.object({ cust: CustomerRef, targetId: Id }),
  reply: z.object({
    canMaintainFacility: wire('MaintenanceFacility', z.boolean()),
    canMaintainDegree: wire('MaintenanceDegree', z.boolean()),
    canMaintainSpecialty: wire('MaintenanceSpecialty', z.boolean()),
    canMaintainShift: wire('MaintenanceShift', z.boolean()),
    canMaintainContact: wire('MaintenanceContact', z.boolean()),
    canMaintainVms: wire('MaintenanceVMS', z.boolean()),
    canMaintainMsp: wire('MaintenanceMSP', z.boolean()),
    style: z.enum(['recruiting', 'offering', 'plain']),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    canMaintainFacility: true,
    canMaintainDegree: true,
    canMaintainSpecialty: true,
    canMaintainShift: true,
    canMaintainContact: true,
    canMaintainVms: true,
    canMaintainMsp: true,
    style: 'recruiting',
  },
});

export const mapReportEndpoints = [
  bulkMappingAbility,
  countMappings,
  reportMapSummary,
  reportMapDetail,
  reportMapDegrees,
  reportMapSpecialties,
  reportMapShifts,
  readTargetMaintenance,
];
