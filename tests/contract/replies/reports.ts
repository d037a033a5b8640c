import type { Request } from './request.ts';
import { recipientKey } from './world.ts';

export const reportRequests: readonly Request[] = [
  { call: 'GET /api/user/stats/:cust', url: '/api/user/stats/me?date=2026-11-01' },
  { call: 'GET /api/user/dashboard/unmappedjobs/:cust', url: '/api/user/dashboard/unmappedjobs/me' },
  { call: 'GET /api/reports/days/:cust', url: '/api/reports/days/me' },
  { call: 'GET /api/map/bulkmappingenability/:cust', url: '/api/map/bulkmappingenability/me' },
  { call: 'GET /api/user/dashboard/mapping/:cust', url: '/api/user/dashboard/mapping/me' },
  { call: 'GET /api/reports/mapsummary/:cust', url: '/api/reports/mapsummary/me?target=1' },
  { call: 'GET /api/reports/mapdetail/:cust/:pageSize/:page', url: '/api/reports/mapdetail/me/20/1?source=3&target=1&fname=' },
  { call: 'GET /api/reports/mapcert/:cust/:pageSize/:page', url: '/api/reports/mapcert/me/20/1?target=1&query=rn' },
  { call: 'GET /api/reports/mapspec/:cust/:pageSize/:page', url: '/api/reports/mapspec/me/20/1' },
  { call: 'GET /api/reports/mapshift/:cust/:pageSize/:page', url: '/api/reports/mapshift/me/20/1' },
  {
    call: 'POST /api/reports/configuration/:cust',
    url: '/api/reports/configuration/me',
    body: {
      ReportID: 15,
      ConfigurationName: 'Bullhorn targets',
      ConfigurationBody: {
        base: 'report',
        query: 'q=bull',
        sort: [{ key: 'target', descending: true }],
        group: ['kind'],
        columns: ['target', 'kind', 'waiting', 'gone'],
        start: ['target'],
        end: ['waiting'],
        widths: { target: 220 },
        density: 'normal',
      },
    },
  },
  { call: 'GET /api/reports/configuration/:cust', url: '/api/reports/configuration/me' },
  { call: 'GET /api/reports/configuration/list/:cust/:reportId', url: '/api/reports/configuration/list/me/15' },
  { call: 'GET /api/reports/configuration/my/:cust', url: '/api/reports/configuration/my/me' },
  { call: 'GET /api/reports/configuration/:cust/:id', url: '/api/reports/configuration/me/1' },
  { call: 'POST /api/reports/data/:cust/:reportId/:configId', url: '/api/reports/data/me/15/1' },
  { call: 'DELETE /api/reports/configuration/:cust/:id', url: '/api/reports/configuration/me/1' },
  { call: 'GET /auth/reportaddress/:token', url: `/auth/reportaddress/2.${recipientKey}`, as: null },
  { call: 'POST /auth/reportaddress/:token', url: `/auth/reportaddress/2.${recipientKey}`, as: null, body: { answer: 'yes' } },
];
