import { testPassword } from '#tests/support/test-service.ts';
import type { Request } from './request.ts';

export const peopleRequests: readonly Request[] = [
  { call: 'GET /auth/checkdomain', url: '/auth/checkdomain', as: null },
  { call: 'GET /api/customer/labels/:cust', url: '/api/customer/labels/me' },
  {
    call: 'POST /api/roles/:id/rights',
    url: '/api/roles/4/rights',
    as: 'administrator',
    body: [3, 5, 6, 7, 25],
    empty: { 'keep.rows': 'no one of the world has rights beside their role' },
  },
  { call: 'GET /api/customermodules/:cust', url: '/api/customermodules/me' },
  {
    call: 'POST /api/user/password',
    url: '/api/user/password',
    as: 'recruiter',
    body: { current: testPassword, password: `${testPassword}-2` },
  },
  {
    call: 'POST /api/contacts/:cust/:id',
    url: '/api/contacts/me/3',
    body: {
      objID: 3,
      ContactName: 'The viewer',
      Phone: '(555) 010-0100',
      UserRights: [{ ID: 6, Right_ID: 6, Enable_Fl: true }],
      ReceiveDCNotification: true,
      Role: 'Viewer',
      LinkedStatus: 0,
      LinkedCustomers: [],
      Status: 0,
    },
  },
];
