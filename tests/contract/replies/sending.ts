import { sql } from 'kysely';
import { seedSubmissions } from '#server/demo/submissions/seed-submissions.ts';
import { trioConnector } from '#server/submissions/adapters/trio/trio-adapter.ts';
import { replaceConnector } from '#tests/support/submissions/replace-connector.ts';
import type { Request } from './request.ts';
import type { ReplyWorld } from './world.ts';

const offered = { extId: '88231', extCaregiverId: '7', status: 'Offered', at: '2026-11-20T10:00:00.000Z' };
/** The destination is not called: it answers from memory, until what is returned ends that. */
export const answerFromMemory = (): (() => void) =>
  replaceConnector(61, (connection, tools) => ({
    ...trioConnector(connection, tools),
    status: async () => ({ kind: 'done', value: offered }),
  }));

const hookKey = 'h'.repeat(43);

/** Three submissions: one that is there, one that was refused, and one that waits. */
async function plantSubmissions({ service }: ReplyWorld): Promise<boolean> {
  const { services, people } = service;
  const bullhornUrl = services.config.bullhornDoubleUrl ?? '';
  const { source, destination } = await seedSubmissions(
    services,
    people.north,
    { bullhornUrl, trioUrl: 'http://127.0.0.1:9' },
    true,
  );
  await sql`update submission_target set hook_key = ${hookKey} where id = ${destination}`.execute(services.db);
  const rows = [
    ['sent', '70001', '88231', ''],
    ['refused', '70002', '', 'The job is closed.'],
    ['wanted', '70004', '', ''],
  ] as const;
  for (const [state, caregiver, extId, words] of rows)
    await sql`insert into submission (customer_id, from_id, to_id, provider_job_id, caregiver_id, reference, state, user_id, created_at,
        ext_id, error_text)
      values (${people.north}, ${source}, ${destination}, 'X-900', ${caregiver}, ${caregiver}, ${state}, ${people.chief},
        '2026-11-20T09:00:00Z', ${extId}, ${words})`.execute(services.db);
  await sql`insert into submission_attempt (customer_id, submission_id, target_id, at, kind, answer, documents)
    select customer_id, id, to_id, created_at, 'submit', 'done', '[{"name":"License","size":9,"digest":"9f86"}]' from submission
    where state = 'sent'`.execute(services.db);
  return true;
}

const asked = { CaregiverId: '70005', ProviderJobId: 'X-901' };
const nothingEarlier = {
  Dictionaries: 'Trio takes no values of dictionaries',
  earlier: 'no one put this caregiver forward before',
  problems: 'nothing is missing',
};

/** Sending submissions and what becomes of them. */
export const sendingRequests: readonly Request[] = [
  { call: 'GET /api/submission/list', url: '/api/submission/list?me=me', prepares: plantSubmissions },
  { call: 'POST /api/submissionstatus/sync/:id', url: '/api/submissionstatus/sync/1' },
  { call: 'GET /api/submission/list', url: '/api/submission/list?me=me' },
  { call: 'GET /api/submissionstatus/list', url: '/api/submissionstatus/list?me=me' },
  {
    call: 'POST /api/submission/caregivers/list',
    url: '/api/submission/caregivers/list',
    body: { providerJobId: 'X-901', LastName: 'Abbott', FirstName: 'Ada' },
  },
  { call: 'POST /api/submission/check', url: '/api/submission/check', body: asked, empty: nothingEarlier },
  { call: 'POST /api/submission/sync', url: '/api/submission/sync', body: asked },
  { call: 'POST /api/submissiontask/resubmit/:id', url: '/api/submissiontask/resubmit/2' },
  { call: 'POST /api/submission/decide/:id', url: '/api/submission/decide/3', body: { decision: 'withdraw' } },
  { call: 'GET /api/submission/history/:id', url: '/api/submission/history/1' },
  {
    call: 'POST /api/submission/webhook/:key',
    url: `/api/submission/webhook/${hookKey}`,
    as: null,
    body: { Number: 88231, Status: 'Offered', JobNumber: 900, CandidateNumber: 7 },
  },
];
