import type { Request } from './request.ts';

const noTable = {
  TableFields: 'the rule has no table',
  TableTargets: 'the rule has no table',
  TableLines: 'the rule has no table',
};
const rate = {
  objCustID: 'me',
  RuleName: 'ICU rate',
  Source: '[Specialty] equal ICU',
  Operand: '100',
  Target: 17,
  ActionType_ID: 1,
  WorkType: 1,
  Ord: 10,
  RunOnExport_Fl: 0,
  DisableAfter_Fl: true,
  DisableAfterDate: '12/31/2099',
};
const table = {
  RuleName: 'Rate by degree',
  ActionType_ID: 4,
  TableRule_Fl: true,
  TableFields: [{ Field: 8 }],
  TableTargets: [{ Field: 17 }],
  TableLines: [{ Field: [{ ID: 8, Value: 'RN' }], TargetNew: [{ ID: 17, Value: '95' }] }],
};
const facility = 'GET /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility';

const listRequests: readonly Request[] = [
  { call: 'GET /api/CustomerPCDegreePay/targets/list/:cust', url: '/api/CustomerPCDegreePay/targets/list/me' },
  { call: 'GET /api/ai/list/:cust', url: '/api/ai/list/me' },
  { call: 'GET /api/RuleTypes', url: '/api/RuleTypes' },
  { call: 'GET /api/ActionTypes', url: '/api/ActionTypes' },
  { call: 'GET /api/BSSJobsFields', url: '/api/BSSJobsFields' },
  { call: 'GET /api/customerprocessing/bssjobalias/:cust', url: '/api/customerprocessing/bssjobalias/me' },
  { call: 'POST /api/BssJob', url: '/api/BssJob?me=me', body: { ID: 0, BSSJob_ID: 15, Alias: 'Ward' } },
  { call: 'GET /api/BssJob', url: '/api/BssJob?me=me' },
];

const ruleLife: readonly Request[] = [
  { call: 'POST /api/CustomerProcessing', url: '/api/CustomerProcessing', body: rate, empty: noTable },
  {
    call: 'POST /api/CustomerProcessing',
    url: '/api/CustomerProcessing',
    body: { ...rate, TraceJob: '1' },
    empty: { manual: 'no field of the job is locked' },
  },
  { call: 'POST /api/CustomerProcessing', url: '/api/CustomerProcessing', body: table },
  {
    call: 'PUT /api/CustomerProcessing',
    url: '/api/CustomerProcessing',
    body: { ...rate, ID: 1, Version: 1, Operand: '110' },
    empty: noTable,
  },
  {
    call: 'GET /api/customerprocessing/:cust/:filter',
    url: `/api/customerprocessing/me/${btoa('nm=rate;page=1;pageSize=20;active=true;isTableRule=1')}`,
  },
  { call: 'GET /api/customerprocessing/tablerules/:cust/:ruleId', url: '/api/customerprocessing/tablerules/me/2' },
  {
    call: 'POST /api/customerprocessing/import/tablerule/:cust',
    url: '/api/customerprocessing/import/tablerule/me?fields=8&targets=17&labelVariable=',
    file: 'RN,95\nLPN\n',
  },
  { call: 'GET /api/reports/rules/:cust', url: '/api/reports/rules/me' },
  { call: 'POST /api/CustomerProcessing/copy/:id', url: '/api/CustomerProcessing/copy/1', body: {}, empty: noTable },
  {
    call: 'POST /api/admin/copyrules/:customer',
    url: '/api/admin/copyrules/2',
    as: 'administrator',
    body: { parent: 2, child: 3 },
  },
  { call: 'DELETE /api/CustomerProcessing/:id', url: '/api/CustomerProcessing/3' },
  { call: 'POST /api/CustomerProcessing/restore/:id', url: '/api/CustomerProcessing/restore/3', body: {}, empty: noTable },
];

const runRequests: readonly Request[] = [
  { call: 'POST /api/staging/reprocess/:cust/:mode', url: '/api/staging/reprocess/me/1', body: [1, 2], prepares: true },
  { call: 'GET /api/customerprocessing/reprocess/check/:ids', url: '/api/customerprocessing/reprocess/check/1,4711' },
  { call: 'POST /api/rules/clear/:cust/:jobId', url: '/api/rules/clear/me/2', body: {} },
  {
    call: 'PUT /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility',
    url: '/api/CustomerProcessing/SpecialRulesForFacility/me/3/MERCY%20GENERAL%20HOSP',
    body: {},
  },
  { call: facility, url: '/api/CustomerProcessing/SpecialRulesForFacility/me/3/mercy%20general%20hosp' },
  {
    call: 'POST /api/CustomerProcessing/SpecialRulesForFacility/:cust',
    url: '/api/CustomerProcessing/SpecialRulesForFacility/me',
    body: [3],
  },
  {
    call: 'DELETE /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId/:facility',
    url: '/api/CustomerProcessing/SpecialRulesForFacility/me/3/MERCY%20GENERAL%20HOSP',
    empty: { reply: 'the facility is staffed again' },
  },
  {
    call: 'DELETE /api/CustomerProcessing/SpecialRulesForFacility/:cust/:sourceId',
    url: '/api/CustomerProcessing/SpecialRulesForFacility/me/4',
    empty: { reply: 'every facility is staffed again' },
  },
];

const substitution = { ObjectType: 2, Rule: String.raw`\bnurse\b`, Target_ID: 1, IsCaseSensitive: false };
const substitutionRequests: readonly Request[] = [
  {
    call: 'POST /api/JRSubstitutionTarget/:cust',
    url: '/api/JRSubstitutionTarget/me',
    body: { ID: 0, ObjectName: 'RN', ObjectType: 2 },
  },
  {
    call: 'POST /api/JRSubstitutionTarget/:cust',
    url: '/api/JRSubstitutionTarget/me',
    body: { ObjectName: 'LPN', ObjectType: '2' },
  },
  { call: 'GET /api/JRSubstitutionTarget/:cust/:objectType', url: '/api/JRSubstitutionTarget/me/2' },
  { call: 'POST /api/JRSubstitutionRules/:id/:cust', url: '/api/JRSubstitutionRules/0/me', body: substitution },
  {
    call: 'PUT /api/JRSubstitutionRules/:id/:cust',
    url: '/api/JRSubstitutionRules/1/me',
    body: { ...substitution, IsCaseSensitive: true },
  },
  { call: 'GET /api/JRSubstitutionRules/:objectType/:page/:perPage/:cust', url: '/api/JRSubstitutionRules/2/1/0/me' },
  { call: 'DELETE /api/JRSubstitutionRules/:id/:cust', url: '/api/JRSubstitutionRules/1/me' },
  { call: 'DELETE /api/JRSubstitutionTarget/:cust/:id', url: '/api/JRSubstitutionTarget/me/2' },
];

export const ruleRequests: readonly Request[] = [...listRequests, ...ruleLife, ...runRequests, ...substitutionRequests];
