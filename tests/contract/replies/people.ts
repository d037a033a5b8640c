import { testPassword } from '#tests/support/test-service.ts';
import type { Request } from './request.ts';

export const peopleRequests: readonly Request[] = [
  { call: 'GET /auth/checkdomain', url: '/auth/checkdomain', as: null },
  { call: 'GET /api/customer/labels/:cust', url: '/api/customer/labels/me' },
  { call: 'GET /api/customermodules/:cust', url: '/api/customermodules/me' },
  {
    call: 'POST /api/user/password',
    url: '/api/user/password',
    as: 'recruiter',
    body: { current: testPassword, password: `${testPassword}-2` },
  },
];
