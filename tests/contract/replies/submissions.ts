import { listed, listKey, startTestSystem } from '#tests/support/submissions/test-system.ts';
import type { Request } from './request.ts';
import { sendingRequests } from './sending.ts';

// The system without an adapter of its own answers from memory.
const system = startTestSystem();
system.lists.set(listKey('degree'), [listed('1', 'RN')]);

const nothingWaits = { waiting: 'no list became shorter' };
const settings = { SubscriptionName: 'ours' };
/** Ids of Jobdock's own lists, in the order in which the migration adds them. */
const [rn, icu, resume, bls] = [1, 168, 324, 331] as const;
const step = { targetId: 1, side: 'to', degreeId: 1, specialtyId: 3, jrDegreeId: rn, jrSpecialtyId: icu };

const targets: readonly Request[] = [
  {
    call: 'POST /api/submissiontarget/ctarget',
    url: '/api/submissiontarget/ctarget',
    body: { SubmissionTarget_ID: 62, DisplayName: 'Board', BaseOrgSecret: 'right', JsonSettings: settings },
  },
  {
    call: 'POST /api/submissiontarget/ctarget',
    url: '/api/submissiontarget/ctarget',
    body: { SubmissionTarget_ID: 62, DisplayName: 'Other board', JsonSettings: {} },
  },
  { call: 'GET /api/submissiontarget/targets/:id', url: '/api/submissiontarget/targets/1' },
  {
    call: 'GET /api/submissiontarget/lists',
    url: '/api/submissiontarget/lists',
    read: (reply) => {
      const { Targets, SubObjects, Documents } = reply as Record<string, { TargetName?: string }[]>;
      // What the adapters of the others can do is their own tests' matter.
      return { Targets: Targets?.slice(-1), SubObjects, Documents: Documents?.slice(0, 3) };
    },
  },
  { call: 'GET /api/ctarget/list', url: '/api/ctarget/list?me=me' },
  { call: 'GET /api/submissiontargetshort/list', url: '/api/submissiontargetshort/list?me=me' },
  { call: 'POST /api/submissiontargetshort', url: '/api/submissiontargetshort', body: { Targets: [1] } },
  {
    call: 'POST /api/CheckCredentials/:cust/:stored',
    url: '/api/CheckCredentials/me/true',
    body: { SubmissionCustomerTargetID: 1 },
  },
  {
    call: 'POST /api/submission/subscription/add',
    url: '/api/submission/subscription/add',
    body: { SubmissionCustomerTargetID: 1 },
  },
];

const lists: readonly Request[] = [
  {
    call: 'POST /api/upload/submission/degree/:target/:cust',
    url: '/api/upload/submission/degree/1/me',
    file: 'Name,Id\nRN,1\nLPN,2\n,3\n',
  },
  {
    call: 'POST /api/upload/submission/specialty/:target/:cust',
    url: '/api/upload/submission/specialty/1/me',
    file: 'Name,Id,Degree\nICU,11,RN\nER,12,MD\n',
  },
  {
    call: 'POST /api/upload/submission/docs/:target/:cust',
    url: '/api/upload/submission/docs/1/me',
    file: 'Name,Id,GroupName\nBLS,b,Cards\nResume,cv,\n,x,\n',
  },
  {
    call: 'POST /api/upload/submission/degree/:target/:cust',
    url: '/api/upload/submission/degree/2/me',
    file: 'Name,Id\nRegistered Nurse,R\n',
    prepares: true,
  },
  {
    call: 'POST /api/upload/submission/specialty/:target/:cust',
    url: '/api/upload/submission/specialty/2/me',
    file: 'Name,Id,Degree\nIntensive Care,I,R\n',
    prepares: true,
  },
  {
    call: 'POST /api/upload/submission/docs/:target/:cust',
    url: '/api/upload/submission/docs/2/me',
    file: 'Name,Id\nResume file,RES\n',
    prepares: true,
  },
  { call: 'GET /api/submission/degrees/list', url: '/api/submission/degrees/list?tid=1&query=rn' },
  { call: 'GET /api/submission/specialties/list', url: '/api/submission/specialties/list?tid=1&degreeId=1' },
  { call: 'GET /api/submission/lists/:targetId', url: '/api/submission/lists/1', empty: nothingWaits },
  { call: 'POST /api/submission/degrees/sync', url: '/api/submission/degrees/sync', body: { tid: 1 } },
  { call: 'POST /api/submission/specialties/sync', url: '/api/submission/specialties/sync', body: { tid: 1 } },
  { call: 'POST /api/submission/documents/sync', url: '/api/submission/documents/sync', body: { tid: 1 } },
  { call: 'POST /api/submission/degreesspecialties/sync/:cust', url: '/api/submission/degreesspecialties/sync/me', body: {} },
  { call: 'POST /api/submissiontarget/syncmappingdata', url: '/api/submissiontarget/syncmappingdata', body: {} },
  {
    call: 'GET /api/submission/lists/:targetId',
    url: '/api/submission/lists/1',
    prepares: async ({ service }) => {
      const row = { customer_id: service.people.north, target_id: 1, kind: 'degree' as const, read_at: '2026-11-20T00:00:00Z' };
      const waiting = JSON.stringify([listed('1', 'RN'), listed('2', 'LPN')]);
      await service.services.db
        .insertInto('submission_waiting_list')
        .values({ ...row, listed: waiting })
        .execute();
      return true;
    },
  },
  {
    call: 'POST /api/submission/lists/:targetId',
    url: '/api/submission/lists/1',
    body: { kind: 'degree', readAt: '2026-11-20T00:00:00.000Z', choice: 'keep' },
  },
];

const dictionaries: readonly Request[] = [
  {
    call: 'POST /api/SubmissionDictonary',
    url: '/api/SubmissionDictonary',
    body: { SubmissionObject_ID: 2, SubmissionCustomerTarget_ID: 1, ExtID: 'ACT', Name: 'Active', IsDefault: true },
    empty: { mappings: 'it is new' },
  },
  {
    call: 'POST /api/SubmissionDictonary',
    url: '/api/SubmissionDictonary',
    body: { SubmissionObject_ID: 2, SubmissionCustomerTarget_ID: 2, ExtID: 'A', Name: 'A' },
    prepares: true,
  },
  {
    call: 'POST /api/SubmissionDictonaryMapping',
    url: '/api/SubmissionDictonaryMapping',
    body: { SubmissionCustomerDictionary1_ID: 9, SubmissionCustomerDictionary2_ID: 10 },
  },
  { call: 'GET /api/SubmissionDictonary/list', url: '/api/SubmissionDictonary/list?TargetId=1&ObjectId=2' },
  { call: 'POST /api/SubmissionDictonary/sync', url: '/api/SubmissionDictonary/sync', body: { TargetId: 1, ObjectId: 2 } },
  { call: 'DELETE /api/SubmissionDictonaryMapping/:id', url: '/api/SubmissionDictonaryMapping/1' },
  { call: 'DELETE /api/SubmissionDictonary/:id', url: '/api/SubmissionDictonary/9' },
];

const six = {
  SourceID: 1,
  TargetID: 2,
  FromDegree: 1,
  FromSpecialty: 3,
  JRDegree: rn,
  JRSpecialty: icu,
  ToDegree: 6,
  ToSpecialty: 7,
};
const documents = { SourceID: 1, TargetID: 2, SourceDocID: 5, JrDocID: resume, TargetDocID: 8 };

const mapping: readonly Request[] = [
  { call: 'POST /api/submissiontargetshort', url: '/api/submissiontargetshort', body: { Targets: [1, 2] }, prepares: true },
  { call: 'GET /api/SubmissionMapping/TargetList/:cust', url: '/api/SubmissionMapping/TargetList/me' },
  {
    call: 'GET /api/SubmissionMapping/degreespecialty/jr',
    url: '/api/SubmissionMapping/degreespecialty/jr',
    read: (reply) =>
      Object.fromEntries(Object.entries(reply as Record<string, unknown[]>).map(([key, rows]) => [key, rows.slice(0, 3)])),
  },
  { call: 'GET /api/SubmissionMapping/proposals/:cust', url: '/api/SubmissionMapping/proposals/me?SourceID=1&TargetID=2' },
  { call: 'POST /api/SubmissionMapping/save/:cust', url: '/api/SubmissionMapping/save/me', body: six },
  { call: 'GET /api/SubmissionMapping/list/:cust', url: '/api/SubmissionMapping/list/me?SourceID=1&TargetID=2' },
  {
    call: 'GET /api/SubmissionMapping/degreespecialty/sct/:target/:cust',
    url: '/api/SubmissionMapping/degreespecialty/sct/1/me',
  },
  { call: 'DELETE /api/SubmissionMapping/delete/:cust', url: '/api/SubmissionMapping/delete/me?SourceLinkID=1&TargetLinkID=2' },
  {
    call: 'POST /api/submission/degreespecialty/upsert',
    url: '/api/submission/degreespecialty/upsert',
    body: { SubmissionDegree_ID: 1, SubmissionSpecialty_ID: 3, Degree_ID: rn, Specialty_ID: icu },
  },
  { call: 'POST /api/submission/degreespecialty/:id/delete', url: '/api/submission/degreespecialty/3/delete', body: {} },
  {
    call: 'POST /api/SubmissionMapping/accept/:cust',
    url: '/api/SubmissionMapping/accept/me',
    body: { steps: [step] },
    empty: { replaced: 'the step is new' },
  },
  {
    call: 'POST /api/SubmissionMapping/undo/:cust',
    url: '/api/SubmissionMapping/undo/me',
    body: { added: [step], replaced: [] },
  },
  {
    call: 'GET /api/SubmissionDocuments/jr',
    url: '/api/SubmissionDocuments/jr',
    read: (reply) => (reply as unknown[]).slice(0, 3),
  },
  { call: 'POST /api/SubmissionMappingDoc/save/:cust', url: '/api/SubmissionMappingDoc/save/me', body: documents },
  { call: 'GET /api/SubmissionMappingDoc/list/:cust', url: '/api/SubmissionMappingDoc/list/me?SourceID=1&TargetID=2' },
  { call: 'GET /api/SubmissionDocuments/:target/:cust', url: '/api/SubmissionDocuments/1/me' },
  { call: 'GET /api/SubmissionDocument/list', url: '/api/SubmissionDocument/list' },
  {
    call: 'DELETE /api/SubmissionMappingDoc/delete/:cust',
    url: '/api/SubmissionMappingDoc/delete/me?SourceID=1&SourceDocID=5&TargetID=2&TargetDocID=8',
  },
  {
    call: 'POST /api/SubmissionDocument/upsert',
    url: '/api/SubmissionDocument/upsert',
    body: { DocumentID: 4, DocumentJRID: bls, CustomerSubmissionID: 1 },
  },
  { call: 'DELETE /api/SubmissionDocument/:targetId/:linkId', url: '/api/SubmissionDocument/1/3' },
  {
    call: 'PUT /api/SubmissionDocument/new',
    url: '/api/SubmissionDocument/new',
    as: 'administrator',
    body: { ID: 0, Name: 'Badge' },
  },
];

const packages: readonly Request[] = [
  {
    call: 'POST /api/SubmissionDocument/package',
    url: '/api/SubmissionDocument/package',
    body: { ID: -1, Default: true, Note: 'In order', Documents: [5, 4], SubmissionCustomerTarget_ID: 1, SubmissionDegree_ID: 1 },
  },
  { call: 'GET /api/SubmissionDocument/packages', url: '/api/SubmissionDocument/packages' },
  { call: 'GET /api/SubmissionDocument/package/:id', url: '/api/SubmissionDocument/package/1' },
  { call: 'GET /api/SubmissionDocument/customer/list', url: '/api/SubmissionDocument/customer/list?tid=1' },
  { call: 'GET /api/submission/customerdegrees/list', url: '/api/submission/customerdegrees/list?tid=1' },
  { call: 'GET /api/submission/customerspecialties/list', url: '/api/submission/customerspecialties/list?tid=1' },
  { call: 'DELETE /api/SubmissionDocument/package/:id', url: '/api/SubmissionDocument/package/1' },
  {
    call: 'POST /api/SubCustomerLogins/:id',
    url: '/api/SubCustomerLogins/4',
    body: { SubmissionCustomerTarget_ID: 1, username: 'ann', password: 'mine' },
  },
  { call: 'GET /api/SubCustomerLogins/:id', url: '/api/SubCustomerLogins/4' },
  { call: 'DELETE /api/SubCustomerLogins/:id', url: '/api/SubCustomerLogins/1?me=2', as: 'administrator' },
  {
    call: 'DELETE /api/submissiontarget/ctarget/:id',
    url: '/api/submissiontarget/ctarget/2?me=2&DisplayName=Other%20board',
    as: 'administrator',
  },
];

export const submissionRequests: readonly Request[] = [
  ...targets,
  ...lists,
  ...dictionaries,
  ...mapping,
  ...packages,
  ...sendingRequests,
];
