import { emails, testPassword } from '#tests/support/test-service.ts';
import type { Request } from './request.ts';

export const peopleRequests: readonly Request[] = [
  { call: 'GET /auth/checkdomain', url: '/auth/checkdomain', as: null },
  { call: 'GET /api/customer/labels/:cust', url: '/api/customer/labels/me' },
  { call: 'GET /api/customermodules/:cust', url: '/api/customermodules/me' },
  { call: 'GET /api/user/stats/:cust', url: '/api/user/stats/me?date=2026-11-01' },
  { call: 'GET /api/user/dashboard/unmappedjobs/:cust', url: '/api/user/dashboard/unmappedjobs/me' },
  { call: 'POST /api/user/reset', url: '/api/user/reset', as: null, body: { c: emails.viewer, name: '' }, prepares: true },
  { call: 'GET /api/admin/mail', url: '/api/admin/mail?limit=10', as: 'administrator' },
  {
    call: 'POST /api/user/password',
    url: '/api/user/password',
    as: 'recruiter',
    body: { current: testPassword, password: `${testPassword}-2` },
  },
];
