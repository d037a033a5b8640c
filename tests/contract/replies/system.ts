import { twilioDoubleAccess } from '#server/demo/twilio/twilio-double.ts';
import { hintSignature } from '#server/system/jira/jira-webhook.ts';
import { twilioSignature } from '#server/system/sms/twilio.ts';
import { emails } from '#tests/support/test-service.ts';
import { condensedOpenApi } from './condensed-openapi.ts';
import type { Request } from './request.ts';
import { jiraHintKeys, type ReplyWorld } from './world.ts';

/** Time zones that every version of Node has; the others depend on the version's data. */
const zonesOfTheStates = (reply: unknown) =>
  (reply as { ID: string }[]).filter(({ ID }) =>
    /^(America\/(New_York|Chicago|Denver|Phoenix|Los_Angeles)|Pacific\/Honolulu)$/.test(ID),
  );

/** The service writes the email after it has replied. */
const hasMail = async ({ service }: ReplyWorld): Promise<boolean> =>
  (await service.services.db.selectFrom('mail').select('id').limit(1).execute()).length === 1;

const answersUrl = 'http://127.0.0.1:4180/api/sms/answers';
const stopForm = new URLSearchParams({
  AccountSid: twilioDoubleAccess.accountSid,
  MessageSid: 'SM1',
  From: '+17755550111',
  Body: 'STOP',
});
const jiraHint = '{"webhookEvent":"jira:issue_updated","issue":{"key":"SUP-1"}}';

export const systemRequests: readonly Request[] = [
  { call: 'GET /api/Timezone/list', url: '/api/Timezone/list', read: zonesOfTheStates },
  { call: 'GET /api/health', url: '/api/health', as: null },
  { call: 'GET /api/health/live', url: '/api/health/live', as: null },
  { call: 'GET /api/openapi.json', url: '/api/openapi.json', as: null, read: condensedOpenApi },
  { call: 'POST /api/csp-report', url: '/api/csp-report', as: null, body: [] },
  { call: 'POST /api/user/reset', url: '/api/user/reset', as: null, body: { c: emails.viewer, name: '' }, prepares: hasMail },
  {
    call: 'POST /api/sms/answers',
    url: '/api/sms/answers',
    as: null,
    raw: {
      text: stopForm.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature(twilioDoubleAccess.token, answersUrl, stopForm),
      },
    },
  },
  {
    call: 'POST /api/jira/hints/:key',
    url: `/api/jira/hints/${jiraHintKeys.key}`,
    as: null,
    raw: {
      text: jiraHint,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature': hintSignature(jiraHintKeys.secret, Buffer.from(jiraHint)),
      },
    },
  },
  { call: 'POST /api/systemsettings', url: '/api/systemsettings', as: 'administrator', body: { ai: null } },
  { call: 'GET /api/editServiceItemSettings/:id', url: '/api/editServiceItemSettings/0', as: 'administrator' },
  {
    call: 'GET /api/admin/syslog/:month/:day/:year',
    url: '/api/admin/syslog/01/25/2026',
    as: 'administrator',
    empty: { rows: 'nothing was logged on this day' },
  },
  {
    call: 'GET /api/admin/mail',
    url: '/api/admin/mail?limit=10',
    as: 'administrator',
    empty: { 'rows.0.attachments': 'the email to set a new password has none' },
  },
];
