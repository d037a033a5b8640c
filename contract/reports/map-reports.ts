import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
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
    'Per target and kind: texts, how many are mapped by people, automatically or not at all, and open jobs that wait for one.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      targetId: z.number(),
      TargetName: z.string(),
      kind: MapKind,
      texts: z.number(),
      byPeople: z.number(),
      automatic: z.number(),
      unmapped: z.number(),
      setAside: z.number(),
      /** Unmapped texts with a suggestion of at least 80. */
      suggested: z.number(),
      /** Open jobs whose text of this kind is not mapped, nor set aside. */
      openJobs: z.number(),
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [
    {
      targetId: 1,
      TargetName: 'Bullhorn',
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
    'Facilities per source: how many texts it sends, how many are mapped, and open jobs that wait. A grouping source counts those it groups.',
  args: z.object({ cust: CustomerRef, target: z.coerce.number().int().min(0).default(0) }),
  reply: z.array(
    z.object({
      SourceID: z.number(),
      Source: z.string(),
      Count: z.number(),
      Mapped: z.number(),
      Unmapped: z.number(),
      Jobs: z.number(),
    }),
  ),
  fails: ['not_found'],
  needs: 'jobs.report',
  offline: 'replicated',
  example: [{ SourceID: 3, Source: 'Medloop', Count: 40, Mapped: 36, Unmapped: 4, Jobs: 9 }],
});

const page = { pageSize: z.coerce.number().int().min(1).max(1000), page: z.coerce.number().int().min(1) };
const query = z.string().max(200).default('');

export const reportMapDetail = endpoint('GET /api/reports/mapdetail/:cust/:pageSize/:page', {
  about:
    'Clients as vendors name them, with the mapped client, its place and the open jobs; by source, target and part of a name.',
  args: z.object({
    cust: CustomerRef,
    ...page,
    source: z.coerce.number().int().min(0).default(0),
    target: z.coerce.number().int().min(0).default(0),
    fname: query,
  }),
  reply: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        targetId: z.number(),
        SourceID: z.number(),
        Source: z.string(),
        Client: z.string(),
        MClient: Text,
        Address: Text,
        City: Text,
        State: Text,
        Zip: Text,
        Certainty: z.number().nullable(),
        Jobs: z.number(),
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
        SourceID: 3,
        Source: 'Medloop',
        Client: 'MERCY GEN HOSP SAC',
        MClient: 'Mercy General Hospital',
        Address: '4001 J St',
        City: 'Sacramento',
        State: 'CA',
        Zip: '95819',
        Certainty: 97.1,
        Jobs: 4,
      },
    ],
  },
});

const terms = { cust: CustomerRef, ...page, target: z.coerce.number().int().min(0).default(0), query };
const counts = { Certainty: z.number().nullable(), Jobs: z.number() };
const report = { fails: ['not_found'], needs: 'jobs.report', offline: 'replicated' } as const;

export const reportMapDegrees = endpoint('GET /api/reports/mapcert/:cust/:pageSize/:page', {
  about: 'Degrees as vendors write them and the degree each is mapped to.',
  args: z.object(terms),
  reply: z.object({ total: z.number(), rows: z.array(z.object({ Degree: z.string(), MDegree: Text, ...counts })) }),
  ...report,
  example: { total: 1, rows: [{ Degree: 'RN', MDegree: 'Registered Nurse', Certainty: null, Jobs: 40 }] },
});

export const reportMapSpecialties = endpoint('GET /api/reports/mapspec/:cust/:pageSize/:page', {
  about: 'Specialties as vendors write them, the specialty each is mapped to and its degree.',
  args: z.object(terms),
  reply: z.object({
    total: z.number(),
    rows: z.array(z.object({ Specialty: z.string(), Degree: Text, MSpecialty: Text, MDegree: Text, ...counts })),
  }),
  ...report,
  example: {
    total: 1,
    rows: [
      { Specialty: 'ICU', Degree: 'RN', MSpecialty: 'Intensive Care', MDegree: 'Registered Nurse', Certainty: 96, Jobs: 12 },
    ],
  },
});

export const reportMapShifts = endpoint('GET /api/reports/mapshift/:cust/:pageSize/:page', {
  about: 'Shifts as vendors write them and the shift each is mapped to.',
  args: z.object(terms),
  reply: z.object({ total: z.number(), rows: z.array(z.object({ Shift: z.string(), MShift: Text, ...counts })) }),
  ...report,
  example: { total: 1, rows: [{ Shift: '7p-7a', MShift: 'Nights 12h', Certainty: 92, Jobs: 20 }] },
});

export const readTargetMaintenance = endpoint('GET /api/map/maintenance/:cust/:targetId', {
  about: 'Which reference lists of a target its people may keep by hand, and what its kind of target asks of a new facility.',
  args: z.object({ cust: CustomerRef, targetId: Id }),
  reply: z.object({
    MaintenanceFacility: z.boolean(),
    MaintenanceDegree: z.boolean(),
    MaintenanceSpecialty: z.boolean(),
    MaintenanceShift: z.boolean(),
    MaintenanceContact: z.boolean(),
    MaintenanceVMS: z.boolean(),
    MaintenanceMSP: z.boolean(),
    style: z.enum(['recruiting', 'offering', 'plain']),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    MaintenanceFacility: true,
    MaintenanceDegree: true,
    MaintenanceSpecialty: true,
    MaintenanceShift: true,
    MaintenanceContact: true,
    MaintenanceVMS: true,
    MaintenanceMSP: true,
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
