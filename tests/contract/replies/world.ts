import type { AddressInfo } from 'node:net';
import { storeMail } from '#server/collecting/mails/received-mails.ts';
import { type BullhornDouble, createBullhornDouble } from '#server/demo/bullhorn/bullhorn-double.ts';
import { twilioDoubleAccess } from '#server/demo/twilio/twilio-double.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { hashOfOldKey } from '#server/reports/schedules/recipient-page.ts';
import { keepSms } from '#server/system/sms/sms-settings.ts';
import { aFieldMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';

/** Address of the customer's XML feed. */
/** The reference of a job in the feed, which the service draws. */
export const referenceOf = (job: number): string => String(job).padStart(32, '0');
/** Key of the page where an address agrees to reports of the first agency. */
/** Address and secret of Jira’s webhook. */
export const jiraHintKeys = { key: 'h'.repeat(43), secret: 'demo-hint-secret' };
export const recipientKey = 'unguessable-page-of-an-address';
export const feedKey = 'unguessable-address-of-the-feed';

/** Key of the address to which a vendor sends jobs. */
export const webhookKey = `2-${'unguessable'.repeat(4).slice(0, 43)}`;

const at = new Date('2026-11-21T15:00:00.000Z');
const place = { address: '4001 J St', city: 'Sacramento', state: 'CA', zip: '95819' };

const lists = [
  atsValue(1, 'facility', 'Mercy General Hospital', place),
  atsValue(2, 'facility', 'Sutter Medical Center', { city: 'Sacramento', state: 'CA' }),
  atsValue(3, 'degree', 'Registered Nurse'),
  atsValue(4, 'specialty', 'Intensive Care Unit', { parentId: 'E3' }),
  atsValue(5, 'shift', 'Nights 12h'),
];
const byAnn = { how: 'person', by: 'Ann Reyes', at: '2026-11-20T12:00:00.000Z' } as const;
const values = [
  aValue(11, 'facility', { text: 'MERCY GENERAL HOSP', ...place, mappedId: 'E1', how: 'auto', certainty: 97 }),
  aValue(12, 'degree', { text: 'RN', mappedId: 'E3', certainty: 99, ...byAnn }),
  aValue(13, 'specialty', { text: 'ICU', within: 'RN', mappedId: 'E4', certainty: 96, ...byAnn }),
  aValue(14, 'shift', { text: '7p-7a', mappedId: 'E5', certainty: 92, ...byAnn }),
  aValue(15, 'facility', { text: 'SUTTER MED CTR', sourceId: 4, suggestedId: 'E2', certainty: 85 }),
  aValue(16, 'facility', { text: 'Float pool', ignored: true }),
];

const source = { alias: null, autoPost: false, aliases: [], members: [] };
const receipt = { targetId: 1, externalId: null, words: null, at: '2026-11-20T12:00:00.000Z', tries: 1 };
const posts = { 2: 'done', 3: 'failed', 4: 'wanted' } as const;

const job = (id: number, over: Parameters<typeof aJob>[0]): Publication => ({
  collection: 'job',
  row: aJob({
    id,
    providerJobId: `HV-${id}`,
    source: 'Medloop',
    state: 'CA',
    city: 'Sacramento',
    workType: 1,
    positions: 2,
    ...over,
  }),
  extra: { collected: {} },
});
const posted = (id: keyof typeof posts) => {
  const externalId = posts[id] === 'done' ? '9001' : null;
  return {
    posts: [{ ...receipt, state: posts[id], reference: `R${id}`, externalId }],
    postState: posts[id],
    externalJobId: externalId,
  };
};

const rows: readonly Publication[] = [
  { collection: 'source', row: { ...source, id: 3, name: 'Medloop', alias: 'Medloop', aliases: ['Medloop Inc'], members: [4] } },
  { collection: 'source', row: { ...source, id: 4, name: 'Medloop West' } },
  {
    collection: 'task',
    row: {
      ...newTask,
      id: 1,
      name: 'Medloop feed',
      sourceId: 3,
      site: 'Medloop',
      runAt: ['06:30'],
      lastRunAt: '2026-11-20T12:00:00.000Z',
      lastSuccessAt: '2026-11-20T12:00:00.000Z',
      lastResult: '4 jobs listed, 0 new, 0 changed, 0 canceled',
      alarm: 'The feed lists far fewer jobs than usual.',
      staged: 4,
      refused: 0,
    },
    extra: { settings: { feed: 'https://vendor.example/…' } },
  },
  {
    collection: 'task',
    row: {
      ...newTask,
      id: 2,
      name: 'Pushed jobs',
      sourceId: 3,
      site: 'Medloop',
      crawlerId: 63,
      crawler: 'Webhook',
      disabled: true,
    },
    extra: { settings: {} },
  },
  {
    collection: 'task',
    row: { ...newTask, id: 3, name: 'Lakeside emails', sourceId: 3, site: 'Medloop', crawlerId: 3, crawler: 'Mail', has: [] },
    extra: { settings: {} },
  },
  {
    collection: 'target',
    row: aTarget({ id: 2, typeId: 4, name: 'XML feed', maps: [] }),
    extra: { settings: {} },
  },
  { collection: 'fieldMapping', row: aFieldMapping({ id: 5, atsField: 'customText2' }) },
  job(1, { facility: 'MERCY GENERAL HOSP', shift: '7p-7a' }),
  job(2, {
    facility: 'MERCY GENERAL HOSP',
    shift: '7p-7a',
    ruled: { billRate: { ruleId: 1, version: 1, was: 90 } },
    ...posted(2),
  }),
  job(3, { facility: 'SUTTER MED CTR', facilityValueId: 15, sourceId: 4, source: 'Medloop West', ...posted(3) }),
  job(4, { facility: 'MERCY GENERAL HOSP', workType: 2, parentJobId: 'HV-1', facilityMap: 'E2', ...posted(4) }),
  job(5, { facility: 'Float pool', facilityValueId: 16, status: 'Closed' }),
];

/**
 * Three emails of the third task: one to read, from which a job came before, one of a sender that is not confirmed, and one that no
 * parser took.
 */
async function addMails({ db, secrets }: TestService['services'], customerId: number): Promise<void> {
  for (const [n, state] of (['waiting', 'held', 'unread'] as const).entries()) {
    const bytes = Buffer.from(
      `From: orders@vendor.example\r\nSubject: Order ${n + 1}\r\nMessage-ID: <${n}@vendor.example>\r\n\r\nJob ID: ${n}\r\n`,
    );
    const mail = { customerId, taskId: 3, way: 'smtp', bytes, envelope: null, at, ownDomain: 'mail.agency.example' } as const;
    await db.transaction().execute((tx) => storeMail(tx, secrets, mail));
    const words = {
      waiting: '',
      held: 'vendor.example does not send its emails from this server.',
      unread: 'No trigger is found.',
    };
    await db
      .updateTable('received_mail')
      .set({ state, words: words[state] })
      .where('subject', '=', `Order ${n + 1}`)
      .execute();
  }
  await db.updateTable('job').set({ received_mail_id: 1 }).where('customer_id', '=', customerId).where('id', '=', 1).execute();
}

/** A billing contact, and an open invoice, which can be paid on its page because the agency is one of a demo. */
async function addBills({ db }: TestService['services'], customerId: number): Promise<void> {
  const names = { first_name: 'Ann', last_name: 'Reyes', company: 'North Staffing', email: 'ann+bills@agency.health' };
  const rest = { address: '', city: 'Sacramento', state: 'CA', zip: '95819', phone: '', is_primary: true };
  await db
    .insertInto('billing_contact')
    .values({ customer_id: customerId, ...names, ...rest })
    .execute();
  const days = { from_on: '2026-10-01', until_on: '2026-11-01' };
  const sent = { sent_at: at, created_on: '2026-11-01', due_on: '2026-12-01', number: '2-0001', made_at: at };
  const { id } = await db
    .insertInto('invoice')
    .values({ customer_id: customerId, ...days, ...sent, state: 'sent', total_cents: 60_000 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = { text: 'Plan Team', quantity: 1, unit_cents: 60_000, amount_cents: 60_000 };
  await db
    .insertInto('invoice_line')
    .values({ customer_id: customerId, invoice_id: id, place: 1, ...days, ...line })
    .execute();
  await db
    .updateTable('customer')
    .set({ settings: JSON.stringify({ demo: true }) })
    .where('id', '=', customerId)
    .execute();
}

/** A service with a fixed clock, a customer with a few rows of each kind, and a test ATS. */
export type ReplyWorld = { readonly service: TestService; readonly double: BullhornDouble; close(): Promise<void> };

export async function startReplyWorld(): Promise<ReplyWorld> {
  const double = createBullhornDouble({ facilities: 3 });
  await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
  const bullhornDoubleUrl = `http://127.0.0.1:${(double.server.address() as AddressInfo).port}`;
  const service = await startTestService({ at, bullhornDoubleUrl });
  const { db } = service.services;
  const { north } = service.people;
  await seedMapping(db, north, lists, values, { typeId: 8, specialtyDependsOnDegree: true });
  await db.transaction().execute((tx) => writeRows(tx, north, rows));
  for (const [id, state] of Object.entries(posts))
    await db
      .insertInto('post')
      .values({
        customer_id: north,
        target_id: 1,
        job_id: Number(id),
        reference: `R${id}`,
        state,
        next_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
  await db
    .insertInto('vendor_status')
    .values({ customer_id: north, source_id: 3, key: 'req approved', text: 'Req Approved' })
    .execute();
  const ofWebhook = { customerId: north, owner: 'task:2', field: 'webhook' };
  await service.services.secrets.put(db, ofWebhook, webhookKey.slice(2));
  await db
    .insertInto('report_recipient')
    .values({
      customer_id: north,
      address: 'client@hospital.example',
      old_key_hash: hashOfOldKey(recipientKey),
      agreed: null,
      asked_at: at,
    })
    .execute();
  const { secrets } = service.services;
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, { ...twilioDoubleAccess, api: 'https://api.twilio.com' }));
  const { id: customerId } = await db.selectFrom('customer').select('id').where('provider', '=', true).executeTakeFirstOrThrow();
  await secrets.put(db, { customerId, owner: 'jira', field: 'hintKey' }, jiraHintKeys.key);
  await secrets.put(db, { customerId, owner: 'jira', field: 'hintSecret' }, jiraHintKeys.secret);
  await db.insertInto('feed_address').values({ customer_id: north, target_id: 2, key: feedKey }).execute();
  const listed = [1, 2, 3, 4, 5, 6].map((id) => ({
    customer_id: north,
    target_id: 2,
    job_id: id,
    reference: referenceOf(id),
    listed_at: at,
  }));
  await db.insertInto('feed_listing').values(listed).execute();
  await addMails(service.services, north);
  await addBills(service.services, north);
  return {
    service,
    double,
    async close() {
      await service.close();
      double.server.closeAllConnections();
      double.server.close();
    },
  };
}
