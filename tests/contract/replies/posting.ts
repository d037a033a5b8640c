import type { Request } from './request.ts';
import { feedKey, referenceOf } from './world.ts';

export const postingRequests: readonly Request[] = [
  { call: 'GET /api/customer/:cust/targets/:targetId/custom/list', url: '/api/customer/me/targets/1/custom/list' },
  { call: 'GET /api/customer/targets/:cust', url: '/api/customer/targets/me' },
  { call: 'GET /api/target/list', url: '/api/target/list' },
  { call: 'GET /api/admin/targets/list', url: '/api/admin/targets/list', as: 'administrator' },
  { call: 'GET /api/map/targets/:cust', url: '/api/map/targets/me' },
  { call: 'GET /api/map/getFirstTargetID/:cust', url: '/api/map/getFirstTargetID/me' },
  {
    call: 'POST /api/customerstatus/:cust',
    url: '/api/customerstatus/me',
    body: { statusName: 'Submitted', isDefault: true },
  },
  {
    call: 'POST /api/customerstatus/:cust',
    url: '/api/customerstatus/me',
    body: { statusName: 'Client review', isDefault: false },
    prepares: true,
  },
  {
    call: 'PUT /api/customerstatus/:cust',
    url: '/api/customerstatus/me',
    body: { objId: 2, statusName: 'Placed', isDefault: false },
  },
  { call: 'GET /api/customerstatus/:cust', url: '/api/customerstatus/me' },
  { call: 'GET /api/customerstatus/list/:cust', url: '/api/customerstatus/list/me' },
  { call: 'GET /api/customerstatus/:cust/:id', url: '/api/customerstatus/me/1' },
  { call: 'DELETE /api/customerstatus/:cust/:id', url: '/api/customerstatus/me/2' },
  {
    call: 'POST /api/atsfieldmapping/upsert',
    url: '/api/atsfieldmapping/upsert',
    body: { ID: 0, ATSField: 'customText3', BSSJob_Id: 15, Option: 0, CustomerTarget_ID: 1, MaxLength: 50 },
  },
  { call: 'DELETE /api/atsfieldmapping/:id', url: '/api/atsfieldmapping/1' },
  { call: 'POST /api/staging/checkpostedjobs', url: '/api/staging/checkpostedjobs', body: [1, 2, 3, 4] },
  { call: 'POST /api/staging/checkpostedjobs/:mode', url: '/api/staging/checkpostedjobs/failed', body: [1, 2, 3, 4] },
  { call: 'GET /feeds/:key', url: `/feeds/${feedKey}`, as: null },
  { call: 'GET /apply/:reference', url: `/apply/${referenceOf(1)}`, as: null },
];
