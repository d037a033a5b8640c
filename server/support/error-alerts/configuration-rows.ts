import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import { errorKinds, errorName } from '#contract/rows/error-kinds.ts';
import {
  type ErrorConfiguration,
  type ErrorConfigurationDraft,
  type listErrorConfigurations,
} from '#contract/support/error-configurations.ts';
import { type AlertState, errorsNow } from '#domain/error-alerts/count-errors.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';
import { shownSlack } from '#server/system/slack/slack-settings.ts';
import { alertRecipients, providerId } from './alert-recipients.ts';

type Filters = ArgsOf<typeof listErrorConfigurations>;
type Listed = ReplyOf<typeof listErrorConfigurations>;
export type Draft = z.output<typeof ErrorConfigurationDraft>;

type Row = Omit<ErrorConfiguration, 'state' | 'errors' | 'error' | 'customer' | 'crawler' | 'parser'> & {
  readonly counting: AlertState;
  readonly customer: string | null;
  readonly crawler: string | null;
  readonly parser: string | null;
};

const select = sql`e.id, case when c.provider then null else c.id end as "customerId", case when c.provider then null else c.name end as customer,
  e.crawler_id as "crawlerId", w.name as crawler, e.parser_id as "parserId", p.name as parser, e.error_code as "errorCode", e.threshold,
  e.by_slack as "bySlack", e.by_mail as "byMail", e.silence_minutes as "silenceMinutes", e.state as counting, e.due_at as "silentUntil"`;
const from = sql`error_configuration e join customer c on c.id = e.customer_id and c.deleted_at is null
  left join crawler_setup w on w.id = e.crawler_id left join parser p on p.id = e.parser_id`;

/** A row as calls answer it, with what it counts at a moment. */
function shown({ counting, ...row }: Row, now: Date): ErrorConfiguration {
  return {
    ...row,
    customer: row.customer ?? 'All customers',
    crawler: row.crawler ?? 'Any crawler',
    parser: row.parser ?? 'Any parser',
    error: row.errorCode === null ? 'Any error' : errorName(row.errorCode),
    state: counting.kind,
    errors: errorsNow(counting, now.getTime(), row),
  };
}

/** A column that may be null for any: 0 finds null, null finds everything. */
const fits = (column: RawBuilder<unknown>, value: number | boolean | null): RawBuilder<unknown> =>
  value === null ? sql`true` : value === 0 ? sql`${column} is null` : sql`${column} = ${value}`;

/** The name of an error's code, for the search. */
const codeName = sql`(case e.error_code ${sql.join(
  Object.values(errorKinds).map(({ code, name }) => sql`when ${sql.lit(code)} then ${sql.lit(name)}`),
  sql` `,
)} end)`;

/** The configurations that fit the filters, a page of them, with what became of the messages. */
export async function listConfigurations(db: Db, filters: Filters, now: Date): Promise<Listed | 'no such customer'> {
  const { id, customerId, crawlerId, parserId, errorCode, threshold, bySlack, byMail, silenceMinutes, query, sort } = filters;
  const provider = await providerId(db);
  if (customerId !== null && customerId !== 0 && (await homeOf(db, customerId)) === null) return 'no such customer';
  const { rows, ...pages } = await readPage<Row>(
    db,
    {
      select,
      from,
      where: [
        id === null ? sql`true` : sql`e.id = ${id}`,
        fits(sql`e.customer_id`, customerId === 0 ? provider : customerId),
        fits(sql`e.crawler_id`, crawlerId),
        fits(sql`e.parser_id`, parserId),
        fits(sql`e.error_code`, errorCode),
        threshold === null ? sql`true` : sql`e.threshold = ${threshold}`,
        fits(sql`e.by_slack`, bySlack),
        fits(sql`e.by_mail`, byMail),
        silenceMinutes === null ? sql`true` : sql`e.silence_minutes = ${silenceMinutes}`,
        search([sql`c.name`, sql`w.name`, sql`p.name`, codeName], query),
      ],
      orderBy: orderOf(sort, { id: sql`e.id`, threshold: sql`e.threshold`, silenceMinutes: sql`e.silence_minutes` }, sql`e.id`),
    },
    filters,
  );
  const [slack, recipients] = await Promise.all([slackFigures(db, provider), alertRecipients(db, provider)]);
  return { ...pages, rows: rows.map((row) => shown(row, now)), slack, mailRecipients: recipients.length };
}

async function slackFigures(db: Db, provider: number): Promise<Listed['slack']> {
  const { rows } = await sql<Omit<Listed['slack'], 'isSet'>>`
    select count(*) filter (where state in ('waiting', 'sending'))::integer as waiting, count(*) filter (where state = 'sent')::integer as sent,
      count(*) filter (where state = 'failed')::integer as failed, coalesce(sum(in_doubt), 0)::integer as "inDoubt",
      (select m.answer from slack_message m where m.customer_id = ${provider} and m.answer is not null and m.id > coalesce(
        (select max(s.id) from slack_message s where s.customer_id = ${provider} and s.state = 'sent'), 0)
        order by m.id desc limit 1) as problem
    from slack_message where customer_id = ${provider}`.execute(db);
  const { isSet } = await shownSlack(db);
  return { ...(rows[0] ?? { waiting: 0, sent: 0, failed: 0, inDoubt: 0, problem: null }), isSet };
}

/** One configuration; undefined if there is none. `lock` holds it until the transaction ends. */
export async function findConfiguration(
  db: Db | Tx,
  id: number,
  now: Date,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ErrorConfiguration | undefined> {
  const { rows } =
    await sql<Row>`select ${select} from ${from} where e.id = ${id} ${lock ? sql`for update of e` : sql``}`.execute(db);
  return rows[0] && shown(rows[0], now);
}

type Invalid = { readonly kind: 'invalid'; readonly fields: Record<string, string> };
const invalid = (field: keyof Draft, words: string): Invalid => ({ kind: 'invalid', fields: { [field]: words } });

/** The customer that the row of a draft belongs to, or what is wrong with the draft. */
export async function draftProblems(
  tx: Tx,
  draft: Draft,
): Promise<{ readonly home: number } | { readonly kind: 'not_found'; readonly what: string } | Invalid> {
  const home = await homeOf(tx, draft.customerId);
  if (home === null) return { kind: 'not_found', what: 'This customer does not exist. Choose another one, or all customers.' };
  if (draft.crawlerId !== null && !(await exists(tx, 'crawler_setup', draft.crawlerId)))
    return invalid('crawlerId', 'This crawler does not exist. Choose another one, or any crawler.');
  if (draft.parserId !== null && !(await exists(tx, 'parser', draft.parserId)))
    return invalid('parserId', 'This parser does not exist. Choose another one, or any parser.');
  if (!draft.bySlack && !draft.byMail) return invalid('bySlack', 'Choose Slack, email or both: without one no message is sent.');
  return { home };
}

/** The customer whose row a configuration is: the provider for all. Null for a customer that does not exist. */
async function homeOf(tx: Db | Tx, customerId: number | null): Promise<number | null> {
  if (customerId === null) return providerId(tx);
  const customer = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    // A configuration of the provider is for all, so the provider has none of its own.
    .where('provider', '=', false)
    .executeTakeFirst();
  return customer?.id ?? null;
}

async function exists(tx: Tx, table: 'crawler_setup' | 'parser', id: number): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** The columns of a draft. */
export const columnsOfDraft = (draft: Draft, home: number) => ({
  customer_id: home,
  crawler_id: draft.crawlerId,
  parser_id: draft.parserId,
  error_code: draft.errorCode,
  threshold: draft.threshold,
  by_slack: draft.bySlack,
  by_mail: draft.byMail,
  silence_minutes: draft.silenceMinutes,
});
