import { type RawBuilder, sql } from 'kysely';
import type { listReceivedMails, MailRow, MailState } from '#contract/collecting/mails.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { type Paged, readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';

type Filters = Omit<ArgsOf<typeof listReceivedMails>, 'cust'>;

/** The documented states: 1 processed, 2 failed, 3 pending. */
const statusOf: Readonly<Record<MailState, 1 | 2 | 3>> = { read: 1, ignored: 1, unread: 2, failed: 2, waiting: 3, held: 3 };
const statesOf = (status: number): readonly string[] =>
  Object.entries(statusOf).flatMap(([state, of]) => (of === status ? [state] : []));

const columns = sql`m.id, m.customer_id as "customerId", c.name as customer, m.received_at as "receivedAt",
  coalesce(s.row ->> 'name', '') as source, m.task_id as "taskId", t.row ->> 'name' as task, m.subject, m.sender as "from", m.processing,
  m.state, m.parser_id as "parserId", p.name as parser, m.counts, m.error, m.words, m.size, m.sender_check as sender`;
const tables = sql`received_mail m join customer c on c.id = m.customer_id
  left join source s on s.customer_id = m.customer_id and s.id = m.source_id and not s.deleted
  left join task t on t.customer_id = m.customer_id and t.id = m.task_id and not t.deleted
  left join parser p on p.id = m.parser_id`;

type Read = Omit<MailRow, 'status' | 'records'>;

/** Jobs of an email, also those that were refused. */
const recordsOf = ({ added = 0, changed = 0, same = 0, refused = 0 }: Record<string, number>): number =>
  added + changed + same + refused;
const shown = (row: Read): MailRow => ({ ...row, status: statusOf[row.state], records: recordsOf(row.counts) });

/** What each column of the list is sorted by. */
const orders = {
  receivedAt: sql`m.received_at`,
  id: sql`m.id`,
  customer: sql`lower(c.name)`,
  source: sql`lower(s.row ->> 'name')`,
  subject: sql`lower(m.subject)`,
  from: sql`lower(m.sender)`,
  processing: sql`m.processing`,
  records: sql`(select coalesce(sum(n.value::integer), 0) from jsonb_each_text(m.counts) n where n.key <> 'cancelled')`,
  status: sql`case when m.state in ('read', 'ignored') then 1 when m.state in ('unread', 'failed') then 2 else 3 end`,
};

/** One page of the emails of these customers. */
export async function mailPage(db: Db, customers: Customers, filters: Filters): Promise<Paged<MailRow>> {
  const { task, since, until, processing, status, pile, text, sort, page, pageSize } = filters;
  const where: RawBuilder<unknown>[] = [ofCustomers(customers, 'm.customer_id')];
  if (task > 0) where.push(sql`m.task_id = ${task}`);
  if (since !== undefined) where.push(sql`m.received_at >= ${since}::timestamptz`);
  if (until !== undefined) where.push(sql`m.received_at < ${until}::timestamptz`);
  if (processing !== undefined) where.push(sql`m.processing = ${processing}`);
  if (status > 0) where.push(sql`m.state = any(${[...statesOf(status)]}::text[])`);
  if (pile !== 'all') where.push(sql`m.state = ${pile}`);
  if (text !== '') where.push(search([sql`m.subject`, sql`m.sender`], text));
  const order = orderOf(sort, orders, sql`m.id desc`);
  const found = await readPage<Read>(db, { select: columns, from: tables, where, orderBy: order }, { page, pageSize });
  return { ...found, rows: found.rows.map(shown) };
}

/** Emails of these customers that wait for a person, by pile. */
export async function pilesOfCustomers(
  db: Db,
  customers: Customers,
): Promise<{ readonly unread: number; readonly held: number }> {
  const { rows } = await sql<{ unread: number; held: number }>`
    select count(*) filter (where m.state = 'unread')::integer as unread, count(*) filter (where m.state = 'held')::integer as held
    from received_mail m where ${ofCustomers(customers, 'm.customer_id')} and m.state in ('unread', 'held')`.execute(db);
  return rows[0] ?? { unread: 0, held: 0 };
}

/** One email of these customers, as the list shows it. */
export async function mailRow(db: Db | Tx, customers: Customers, id: number): Promise<MailRow | undefined> {
  const { rows } = await sql<Read>`
    select ${columns} from ${tables} where ${ofCustomers(customers, 'm.customer_id')} and m.id = ${id}`.execute(db);
  return rows[0] && shown(rows[0]);
}

const mostJobs = 50;

/** The vendor’s ids of the jobs whose values were last read from an email; the first ones. */
export async function jobsOfMail(db: Db, { customerId, id }: Pick<MailRow, 'customerId' | 'id'>): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select row ->> 'providerJobId' as job from job
    where customer_id = ${customerId} and received_mail_id = ${id} and not deleted order by id limit ${mostJobs}`.execute(db);
  return rows.map(({ job }) => job);
}
