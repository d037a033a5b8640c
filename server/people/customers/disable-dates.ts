import type { Selectable } from 'kysely';
import { rightIds } from '#contract/kit/rights.ts';
import { isOpen } from '#server/kit/db/at-work.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { PeopleTables } from '#server/kit/db/tables/people-tables.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { accountOf } from './account.ts';
import { endSessionsOfCustomer } from './close-customer.ts';
import { dayIn, daysLater, firstDayOut, noticeDays } from './disable-date.ts';

type Parts = Pick<Services, 'db' | 'now' | 'mail' | 'actors' | 'log'>;
type Row = Selectable<PeopleTables['customer']>;

const datesQueue = defineQueue('customer-dates', { tries: 3, expireSeconds: 600, keepHours: 1 });

/** Lets disable dates act, and announces those that come near, every five minutes. */
export const customerDateJobs = (parts: Parts): JobHandler[] => [
  handleJobs(datesQueue, {
    atOnce: 1,
    schedule: { cron: '*/5 * * * *', zone: 'UTC' },
    carryOut: () => applyDisableDates(parts),
  }),
];

/**
 * Makes each customer inactive whose disable date has begun in its own time zone, and announces each date that is at most a week away
 * to its people. Returns how many customers it changed or informed.
 */
export async function applyDisableDates({ db, now, mail, actors, log }: Parts): Promise<number> {
  const dated = await db
    .selectFrom('customer as c')
    .select('c.id')
    .where(isOpen('c'))
    .where('c.provider', '=', false)
    .where('c.disable_on', 'is not', null)
    .orderBy('c.id')
    .execute();
  let count = 0;
  for (const { id } of dated) {
    const ended = await db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      const out = row && firstDayOut(accountOf(row));
      // It was deleted, or its date was cleared, since it was listed.
      if (!row || !out || row.deleted_at !== null || row.status === 'inactive') return null;
      const today = dayIn(row.time_zone, now());
      if (out <= today) return disable(tx, row, now());
      if (daysLater(out, -noticeDays) > today || row.announced_disable_on === out) return null;
      await announce(tx, mail, row, out);
      return [];
    });
    if (ended === null) continue;
    count += 1;
    for (const session of ended) actors.forget(session);
    log.info({ customer: id }, 'a disable date acted, or was announced');
  }
  return count;
}

async function disable(tx: Tx, row: Row, now: Date): Promise<string[]> {
  await tx.updateTable('customer').set({ status: 'inactive' }).where('id', '=', row.id).execute();
  const ended = await endSessionsOfCustomer(tx, row.id, now);
  await writeAudit(tx, {
    customerId: row.id,
    at: now,
    actorId: null,
    userId: null,
    name: 'customer.disabled',
    object: ['customer', row.id],
    changed: { status: [row.status, 'inactive'] },
    facts: { disableDate: row.disable_on, sessions: ended.length },
  });
  return ended;
}

/** Informs the people who may edit the account, by notice and mail, and the account's own address. */
async function announce(tx: Tx, mail: Parts['mail'], row: Row, out: string): Promise<void> {
  await tx.updateTable('customer').set({ announced_disable_on: out }).where('id', '=', row.id).execute();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${out}T00:00:00Z`));
  const text = `${row.name} will be disabled on ${day}. From that day on, no one of it can sign in, and nothing is collected or posted. Send or export unsent changes before. Ask your contact at the provider if this is not what you expect.`;
  const people = await tx
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .select(['u.id', 'u.email', 'u.rights', 'r.authorises_everything as everything'])
    .where('u.customer_id', '=', row.id)
    .where('u.disabled_at', 'is', null)
    .execute();
  const informed = people.filter(({ rights, everything }) => everything || rights.includes(rightIds['account.write']));
  for (const { id } of informed)
    await tx.insertInto('notification').values({ customer_id: row.id, user_id: id, kind: 'customer_disable', text }).execute();
  for (const to of new Set([...informed.map(({ email }) => email), ...(row.email === null ? [] : [row.email.toLowerCase()])]))
    await mail.send(tx, {
      customerId: row.id,
      cause: `disable ${out} ${to}`.slice(0, 200),
      to,
      subject: `${row.name} will be disabled on ${day}`,
      text,
    });
}
