import { sql } from 'kysely';
import { digestOf } from '#server/collecting/kept-files/kept-files.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { tableOf } from '#server/kit/db/schema.ts';
import { anAssignmentRule } from '#tests/support/factories/assignment-factory.ts';
import { aCanaryRow } from '#tests/support/factories/dataset-factory.ts';
import { aFieldMapping, aFlexMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aNote, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { aCustomerNotice } from '#tests/support/factories/notice-factory.ts';
import { aConfiguration } from '#tests/support/factories/report-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { aSubmissionTarget } from '#tests/support/factories/submission-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { aComment } from '#tests/support/factories/ticket-factory.ts';
import { aiRows } from './plant-ai.ts';
import { alertRows } from './plant-alerts.ts';
import { billingRows } from './plant-billing.ts';
import { reportRows } from './plant-reports.ts';
import { plantedLists, plantedSubmission, submissionRows } from './plant-submissions.ts';
import { plantedTicket, ticketRows } from './plant-tickets.ts';
import { canaryOf, clientIdOf, type PlantedRow, plantedFile, uuidOf, type Values } from './planted.ts';

const at = '2026-11-01T00:00:00.000Z';
const kinds = ['facility', 'degree', 'specialty', 'shift'] as const;

/**
 * Plants one row of every noun for customer `n`, each with the id `n`, so that this number in any place of a call means a row of
 * that customer. Every text has the customer's canary. Rows from an earlier call get their first values again. `sealed` are the rows
 * of `sealRows`.
 */
export async function plantRows(db: Db, n: number, sealed: readonly PlantedRow[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('customer_feed')
      .values({ customer_id: n })
      .onConflict((c) => c.doNothing())
      .execute();
    await plantPlain(tx, n, sealed);
    for (const name of new Set(Object.values(tableOf)))
      await sql`delete from ${sql.table(name)} where customer_id = ${n}`.execute(tx);
    await writeRows(tx, n, replicatedRows(n));
  });
}

function replicatedRows(n: number): Publication[] {
  const c = canaryOf(n);
  const place = { address: c, city: c, state: 'NV', zip: '89501' };
  const said = { version: 1, by: c, at, ref: uuidOf(n), purged: false };
  const job = aJob({ id: n, taskId: n, sourceId: n, source: c, providerJobId: c, title: c, facility: c, facilityValueId: n });
  const value = aValue(n, 'facility', { targetId: n, sourceId: n, text: c, within: c, ...place, mappedId: String(n), by: c });
  const lists = kinds.map((kind, i) => ({
    id: n + i,
    targetId: n,
    kind,
    extId: String(n),
    name: c,
    parentId: null,
    ...place,
    active: true,
  }));
  return [
    { collection: 'target', row: aTarget({ id: n, name: c, typeId: 4 }), extra: { settings: { note: c } } },
    { collection: 'source', row: { id: n, name: c, alias: c, autoPost: false, aliases: [c], members: [] } },
    {
      collection: 'task',
      row: { ...newTask, id: n, name: c, sourceId: n, site: c, lastResult: c, alarm: c, disabled: true },
      extra: { settings: { note: c } },
    },
    ...lists.map((row) => ({ collection: 'atsValue' as const, row })),
    { collection: 'mapValue', row: value, extra: { key: c } },
    { collection: 'rule', row: aStoredRule({ id: n, ref: uuidOf(n), name: c, operand: '100', by: c }) },
    { collection: 'substitutionTarget', row: { id: n, objectType: 2, name: c, ...said } },
    {
      collection: 'substitutionRule',
      row: { id: n, objectType: 2, rule: c, targetId: n, ruleType: 6, caseSensitive: false, ...said },
    },
    { collection: 'fieldAlias', row: { id: n, fieldId: 15, alias: c, ...said } },
    { collection: 'reportConfiguration', row: aConfiguration({ id: n, ownerId: n, owner: c, name: c, ...said }) },
    { collection: 'customerStatus', row: { id: n, name: c, standard: null, defaultAt: null, ...said } },
    {
      collection: 'customerNotice',
      row: aCustomerNotice({ id: n, noticeId: n, name: c, html: c, text: c, dismissedBy: [n] }),
    },
    {
      collection: 'rateFloor',
      row: { id: n, billRate: n, marginPerHour: null, marginPercent: null, preventsPosting: false, ...said },
    },
    { collection: 'assignmentRule', row: anAssignmentRule({ id: n, userId: n, person: c, facilityText: c, ...said }) },
    { collection: 'fieldMapping', row: aFieldMapping({ id: n, targetId: n, value: c, ...said }) },
    { collection: 'flexMapping', row: aFlexMapping({ id: n, lines: [{ when: [c], give: [c] }], ...said }) },
    { collection: 'datasetRow', row: aCanaryRow(n, c) },
    { collection: 'label', row: { id: n, fieldKey: 'unit', value: c, plural: c, ...said } },
    { collection: 'ticket', row: plantedTicket(n, c, at, said) },
    { collection: 'ticketComment', row: aComment({ id: n, ticketId: n, authorId: n, author: c, text: c, ...said }) },
    { collection: 'submissionTarget', row: aSubmissionTarget({ id: n, name: c }) },
    { collection: 'submission', row: plantedSubmission(n, c, said) },
    ...plantedLists(n, c, said),
    { collection: 'goldenJob', row: { id: n, name: c, jobId: n, job, expected: {}, ...said } },
    { collection: 'jobNote', row: aNote({ id: n, jobId: n, authorId: n, author: c, text: c, ...said }) },
    { collection: 'job', row: job, extra: { collected: { title: c }, kept_file_id: n, received_mail_id: n } },
  ];
}

async function plantPlain(tx: Tx, n: number, sealed: readonly PlantedRow[]): Promise<void> {
  const rows = [...plainRows(n), ...sealed];
  // The audit only grows, so that planting again needs its triggers off.
  await sql`set local session_replication_role = replica`.execute(tx);
  for (const table of new Set(rows.map(([name]) => name).toReversed()))
    await sql`delete from ${sql.table(table)} where customer_id = ${n}`.execute(tx);
  await sql`set local session_replication_role = origin`.execute(tx);
  await insertRows(tx, n, rows);
}

/** Inserts rows of a customer without the checks of other tables: what they belong to may be planted later. */
export async function insertRows(tx: Tx, n: number, rows: readonly PlantedRow[]): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx);
  for (const [table, row] of rows) await insertAsGiven(tx, table, { customer_id: n, ...row });
  await sql`set local session_replication_role = origin`.execute(tx);
}

function plainRows(n: number): readonly PlantedRow[] {
  const c = canaryOf(n);
  const run = { kind: 'mapping', name: c, state: 'done', by_name: c, queued_at: at, ended_at: at, message: c };
  const work = JSON.stringify({ targetId: n, upto: n, rows: { kind: 'automap', kinds: ['facility'] } });
  const mapped = JSON.stringify({
    mappedId: String(n),
    how: 'person',
    certainty: null,
    ignored: false,
    unique: false,
    by: c,
    at,
  });
  return [
    ...ticketRows(n, c, at),
    ['notification', { id: n, kind: 'welcome', text: c }],
    ['notification_reader', { notification_id: n, user_id: n }],
    [
      'mail',
      {
        id: n,
        to_address: `${c}@example.org`,
        subject: c,
        text: c,
        html: c,
        answer: c,
        owner_id: n,
        cause: 'reset',
        at,
        sent_at: at,
      },
    ],
    ['mail_attachment', { mail_id: n, place: 1, name: c, type: 'text/csv', size: c.length, content: Buffer.from(c) }],
    ['audit', { id: n, command: c, detail: JSON.stringify({ c }) }],
    ['client', { client_id: clientIdOf(n), user_id: n, protocol: 1, device_label: c }],
    ['mutation_result', { client_id: clientIdOf(n), user_id: n, seq: n, fingerprint: c, outcome: JSON.stringify({ c }) }],
    ['ats_object', { id: n, target_id: n, type: 5, ext_id: String(n), name: c }],
    ['source_order_type', { target_id: n, order_type: 5, source_id: n, ext_id: c }],
    ['premap_line', { target_id: n, place: 0, line: JSON.stringify({ c }) }],
    ['run', { id: n, ...run, work }],
    [
      'run_job',
      {
        run_id: n,
        job_id: n,
        outcome: 'changed',
        words: c,
        before: JSON.stringify({ note: c }),
        after: JSON.stringify({ note: null }),
      },
    ],
    ['map_run_change', { run_id: n, value_id: n, before: mapped, after: mapped }],
    [
      'job_history',
      { job_id: n, id: n, who: c, how: 'manual', field: 'title', before: JSON.stringify(c), after: JSON.stringify(c) },
    ],
    ['collection_run', { id: n, task_id: n, how: 'upload', file_name: c, file_id: n, outcome: c, ended_at: at }],
    ['mail_address', { task_id: n, key: `jobs-${c}`, created_at: at }],
    ['mailbox_cursor', { task_id: n, uid_validity: n, last_uid: n, looked_at: at }],
    ['webhook_delivery', { id: n, task_id: n, file_id: n, digest: c, received_at: at, taken_at: at }],
    ['vendor_host', { host: `${c}.test`, failures: 1, error: 'unreachable' }],
    ['vendor_status', { source_id: n, key: c, text: c }],
    ['customer_parser', { parser_id: n }],
    ['column_mapping', { source_id: n, signature: c, mapping: JSON.stringify({ [c]: 'title' }), saved_by: n, saved_at: at }],
    ['upload', { id: uuidOf(n), user_id: n, file_name: c, bytes: Buffer.from(`Job ID,Title\n1,${c}\n`) }],
    ['post', { target_id: n, job_id: n, reference: c, state: 'done', external_id: c, words: c }],
    [
      'post_drift',
      { target_id: n, job_id: n, generation: 1, kind: 'changed', fields: JSON.stringify([{ field: c }]), found_at: at },
    ],
    ['drift_watch', { target_id: n, events: c }],
    [
      'post_attempt',
      {
        id: n,
        target_id: n,
        job_id: n,
        generation: 1,
        at,
        kind: 'post',
        sent: JSON.stringify({ title: c }),
        answer: 'done',
        words: c,
        external_id: c,
        body: c,
      },
    ],
    ['facility_rule', { source_id: n, facility_key: c, facility: c, rule_id: n, by: c, at }],
    ...aiRows(n, c, at),
    ['pay_setting', { regular_pay_rate: 77.77 }],
    ['pay_fee', { source_id: n, vms_fee_percent: 7, bill_overtime: true }],
    ['pay_degree', { ats_value_id: n, pay_rate: 77 }],
    ['pay_burden', { id: n, state: 'NV', burden_percent: 7 }],
    [
      'rule_version',
      { rule_id: n, version: 1, row: JSON.stringify(aStoredRule({ id: n, name: c, by: c })), by: c, words: c, at },
    ],
    ['feed_address', { key: c, target_id: n }],
    ['waiting_list', { target_id: n, kind: 'facility', listed: JSON.stringify([{ extId: c, name: c }]), read_at: at }],
    ['target_list', { target_id: n, kind: 'facility', whole_at: at }],
    [
      'daily_figure',
      { day: '2026-11-01', from_at: at, until_at: at, new_jobs: 7, closed_jobs: 7, posted_jobs: 7, counted_at: at },
    ],
    ...alertRows(n, c, at),
    ...submissionRows(n, c, at),
    ...reportRows(n, c, at),
    [
      'notice_mail',
      { id: n, run_id: n, type: 3, subject: c, message: c, recipients: JSON.stringify([[n, n]]), asked_by: n, asked_at: at },
    ],
    ...billingRows(n, c, at),
    ['target_pace', { target_id: n, month_calls: 77 }],
    ['feed_listing', { target_id: n, job_id: n, reference: c, listed_at: at }],
    ['feed_reader', { target_id: n, address: '203.0.113.0', agent: c, read_at: at, jobs: 1 }],
    [
      'job_attachment',
      {
        id: uuidOf(n),
        job_id: n,
        source_id: n,
        origin: 'link',
        key: c,
        origin_name: c,
        url: `https://127.0.0.1:9/${c}`,
        name: c,
        digest: digestOf(plantedFile(n)),
        words: c,
        found_at: at,
      },
    ],
  ];
}

/** Inserts a row with the ids as given, also where the database would draw them. */
export async function insertAsGiven(db: Db | Tx, table: string, row: Values): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}

/** Tables that a refused attack may change: sessions, and the marks of work in the background. */
const volatile: ReadonlySet<string> = new Set([
  'session',
  'api_key_result',
  'post_follow',
  'auto_post_follow',
  'assignment_follow',
]);

/** A hash of everything that a customer owns, by table. `audit` and the feed are included. */
export async function contentOf(db: Db, customers: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'customer_id' order by 1`.execute(db);
  const part = (customer: number, name: string) => sql`
    select ${`${customer} ${name}`}::text as place, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
    from ${sql.table(name)} t where customer_id = ${customer}`;
  const parts = customers.flatMap((customer) =>
    tables.filter(({ name }) => !volatile.has(name)).map(({ name }) => part(customer, name)),
  );
  const { rows } = await sql<{ place: string; hash: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ place, hash }) => [place, hash]));
}

/** Places whose content differs. */
export const differences = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
  [...after].flatMap(([place, hash]) => (before.get(place) === hash ? [] : [place]));
