import { sql } from 'kysely';
import { errorName } from '#contract/rows/error-kinds.ts';
import { alertSubject, alertText } from '#domain/error-alerts/alert-text.ts';
import { type AlertMessage, type AlertState, countErrors } from '#domain/error-alerts/count-errors.ts';
import { countsError } from '#domain/error-alerts/matching.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { alertCause } from '#server/kit/lib/error-events.ts';
import { storeSlackMessage } from '../deliveries/slack-messages.ts';
import { alertRecipients, providerId } from './alert-recipients.ts';

type Ports = Pick<Services, 'db' | 'now' | 'mail' | 'config'>;

/** Errors that one transaction counts. */
const portion = 5000;

type NewError = {
  readonly id: number;
  readonly customerId: number;
  readonly code: number;
  readonly at: string;
  readonly times: number;
  readonly crawlerId: number | null;
  readonly parserId: number | null;
  readonly about: string;
  readonly words: string;
};

type Counting = {
  /** The customer of the row: the provider for all customers. */
  readonly home: number;
  readonly id: number;
  readonly customerId: number | null;
  readonly crawlerId: number | null;
  readonly parserId: number | null;
  readonly errorCode: number | null;
  readonly threshold: number;
  readonly bySlack: boolean;
  readonly byMail: boolean;
  readonly silenceMinutes: number;
  readonly state: AlertState;
  readonly latest: string;
  readonly dueAt: string | null;
  readonly messages: number;
  readonly customer: string | null;
  readonly crawler: string | null;
  readonly parser: string | null;
};

/**
 * Counts the errors that no configuration has counted yet, and ends the silences that are over. A message is stored in the transaction
 * that counts its errors, and only one process counts at a time: each error counts once for each configuration, and each message is sent
 * once. Returns how many errors and silences it took.
 */
export async function countNewErrors(ports: Ports, stopping: AbortSignal): Promise<number> {
  let taken = 0;
  for (;;) {
    const counted = await ports.db.transaction().execute((tx) => countPortion(tx, ports));
    taken += counted;
    if (counted < portion || stopping.aborted) return taken;
  }
}

async function countPortion(tx: Tx, ports: Ports): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('error alerts', 0))`.execute(tx);
  const now = ports.now();
  const { rows: errors } = await sql<NewError>`
    select id, customer_id as "customerId", code, at, times, crawler_id as "crawlerId", parser_id as "parserId", about, words
    from error_event where not counted order by id limit ${portion}`.execute(tx);
  const configurations = await readConfigurations(tx);
  let ended = 0;
  for (const one of configurations) {
    const matching = errors.filter((error) => countsError(one, error));
    const isDue = one.dueAt !== null && new Date(one.dueAt) <= now;
    if (matching.length === 0 && !isDue) continue;
    if (isDue) ended += 1;
    await countFor(tx, ports, one, matching, now);
  }
  if (errors.length > 0)
    await sql`update error_event set counted = true where not counted and id = any(${errors.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
  return errors.length === portion ? portion : errors.length + ended;
}

async function countFor(tx: Tx, ports: Ports, one: Counting, errors: readonly NewError[], now: Date): Promise<void> {
  const events = errors.map(({ at, times }) => ({ at: new Date(at).getTime(), times }));
  const { state, messages } = countErrors(one.state, events, now.getTime(), one);
  const latest = latestOf(errors) ?? one.latest;
  await tx
    .updateTable('error_configuration')
    .set({
      state: JSON.stringify(state),
      latest,
      due_at: state.kind === 'alerting' ? new Date(state.silentUntil) : null,
      messages: one.messages + messages.length,
    })
    .where('customer_id', '=', one.home)
    .where('id', '=', one.id)
    .execute();
  for (const [at, message] of messages.entries())
    await storeMessage(tx, ports, { ...one, latest }, message, { number: one.messages + at + 1, now });
}

/** The newest error in words. */
function latestOf(errors: readonly NewError[]): string | null {
  const last = errors.at(-1);
  return last ? [last.about, last.words].filter((part) => part !== '').join(': ') : null;
}

type Place = { readonly number: number; readonly now: Date };

/** Stores a message for Slack and for each recipient of an email. Their cause is the configuration and the number of its message. */
async function storeMessage(
  tx: Tx,
  { mail, config }: Ports,
  one: Counting,
  message: AlertMessage,
  { number, now }: Place,
): Promise<void> {
  const { customer, crawler, parser, silenceMinutes, latest } = one;
  const names = { error: one.errorCode === null ? null : errorName(one.errorCode), customer, crawler, parser };
  const sinceAt = new Date(message.since).toISOString();
  const address = `${config.publicUrl}/notificationconfigs`;
  const details = { names, silenceMinutes, latest, sinceAt, address };
  const text = alertText(message, details);
  const cause = `${alertCause}${one.id} ${number}`;
  const provider = await providerId(tx);
  if (one.bySlack) await storeSlackMessage(tx, { customerId: provider, cause, text, at: now });
  if (!one.byMail) return;
  const subject = `Jobdock: ${alertSubject(message, details)}`;
  for (const { id, email } of await alertRecipients(tx, provider))
    await mail.send(tx, { customerId: provider, cause: `${cause} ${id}`, to: email, subject, text, owner: id });
}

async function readConfigurations(tx: Tx): Promise<Counting[]> {
  const { rows } = await sql<Counting>`
    select e.customer_id as home, e.id, case when c.provider then null else c.id end as "customerId", e.crawler_id as "crawlerId",
      e.parser_id as "parserId", e.error_code as "errorCode", e.threshold, e.by_slack as "bySlack", e.by_mail as "byMail",
      e.silence_minutes as "silenceMinutes", e.state, e.latest, e.due_at as "dueAt", e.messages,
      case when c.provider then null else c.name end as customer, w.name as crawler, p.name as parser
    from error_configuration e join customer c on c.id = e.customer_id and c.deleted_at is null
    left join crawler_setup w on w.id = e.crawler_id left join parser p on p.id = e.parser_id
    order by e.id for update of e`.execute(tx);
  return rows;
}
