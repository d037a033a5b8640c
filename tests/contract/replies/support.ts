import { createSecrets } from '#server/kit/lib/secrets.ts';
import { addressKey, stopToken } from '#server/support/job-alerts/addresses.ts';
import { publishNotices } from '#server/support/notices/publish-notices.ts';
import { rootKey } from '#tests/support/test-people.ts';
import type { Request } from './request.ts';
import type { ReplyWorld } from './world.ts';

const sender = { CustomerName: 'North Staffing', Email: 'chief@north.test', Phone: '(555) 010-0100' };

/** The chief gets the customer's tickets, as the screen of people would set it. */
const chiefGetsTickets = async ({ service: { services, people } }: ReplyWorld): Promise<boolean> => {
  const set = services.db.updateTable('app_user').set({ alerts: JSON.stringify({ tickets: true }) });
  return (await set.where('id', '=', people.chief).executeTakeFirst()).numUpdatedRows === 1n;
};

const secrets = createSecrets(rootKey);
/** The token of the page where a candidate of the test agency stops job alerts. */
const stopAlerts = stopToken(secrets, 2, addressKey(secrets, 2, 'ann@candidates.example'));

export const supportRequests: readonly Request[] = [
  {
    call: 'GET /api/customer/support/questions/list',
    url: '/api/customer/support/questions/list',
    empty: { '5.Fields': 'this question has none' },
  },
  { call: 'GET /api/contact/phone', url: '/api/contact/phone', prepares: chiefGetsTickets },
  {
    call: 'GET /api/contacts/support/tickets/default/:cust',
    url: '/api/contacts/support/tickets/default/2',
    as: 'administrator',
  },
  { call: 'GET /api/contacts/choices/:cust', url: '/api/contacts/choices/2?query=view', as: 'administrator' },
  {
    call: 'POST /api/customer/support',
    url: '/api/customer/support',
    body: {
      ...sender,
      SupportQuestion: { ID: 1, Fields: [{ ID: 1, Name: 'Job ID', Group: 'job', Required: 2, Value: 'HV-1' }] },
      Comment: 'The rate is wrong',
    },
  },
  { call: 'POST /api/customer/support/add/:cust/:taskId', url: '/api/customer/support/add/me/1', body: { Comment: 'It fails' } },
  {
    call: 'POST /api/customer/support/issue/:cust',
    url: '/api/customer/support/issue/2',
    as: 'administrator',
    body: { Subject: 'The feed moved', Description: 'The vendor moved its feed.', Type: 2 },
  },
  {
    call: 'POST /api/customer/support/comments/add/:cust',
    url: '/api/customer/support/comments/add/2',
    as: 'administrator',
    body: { ID: 1, Comment: 'Which shift is it?' },
  },
  { call: 'GET /api/customer/support/comments/list/:id/:cust', url: '/api/customer/support/comments/list/1/me' },
  {
    call: 'POST /api/upload/jira/attachment/:id',
    url: '/api/upload/jira/attachment/1',
    file: 'Job,Rate\nHV-1,78\n',
    prepares: true,
  },
  {
    call: 'GET /api/customer/support/attachments/list/:id',
    url: '/api/customer/support/attachments/list/1',
    // The service draws the ID of a file.
    read: (reply) => (reply as object[]).map((file) => ({ ...file, ID: 'drawn' })),
  },
  { call: 'POST /api/customer/support/status/:id/:statusId', url: '/api/customer/support/status/1/2' },
  {
    call: 'POST /api/notificationstool/save',
    url: '/api/notificationstool/save',
    as: 'administrator',
    body: {
      Name: 'Maintenance',
      Message: 'Read-only on <b>Saturday</b>',
      Visible: true,
      ExpirationDate: '2099-12-30',
      Settings: { Customers: [], VMS: [], ATS: [], Everyone: true },
    },
    prepares: async ({ service }) => (await publishNotices(service.services)) > 0,
  },
  { call: 'GET /api/notificationstool/list/:cust', url: '/api/notificationstool/list/me' },
  { call: 'GET /auth/jobalerts/:token', url: `/auth/jobalerts/${stopAlerts}`, as: null },
  { call: 'POST /auth/jobalerts/:token', url: `/auth/jobalerts/${stopAlerts}`, as: null, body: { answer: 'stop' } },
];
