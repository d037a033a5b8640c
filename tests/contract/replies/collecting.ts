import type { Request } from './request.ts';

export const collectingRequests: readonly Request[] = [
  {
    call: 'POST /api/agent/list/:pageSize/:page/:cust',
    url: '/api/agent/list/10000/1/me',
    body: { t: 'med', a: '', k: '', u: '', s: 'active', id: '' },
  },
  { call: 'GET /api/agent/list/:cust', url: '/api/agent/list/me' },
  { call: 'GET /api/map/sources/:cust', url: '/api/map/sources/me' },
  { call: 'GET /api/custSources/:cust', url: '/api/custSources/me' },
  { call: 'POST /api/parsers', url: '/api/parsers', as: 'administrator', body: { ParserName: 'Acme orders' }, prepares: true },
  {
    call: 'POST /api/customer/parsers/update/:cust',
    url: '/api/customer/parsers/update/2',
    as: 'administrator',
    body: { Parser_ID: 1 },
    prepares: true,
  },
  { call: 'GET /api/customer/parsers/list', url: '/api/customer/parsers/list' },
];
