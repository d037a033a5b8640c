import { no, ok } from '#contract/kit/result.ts';
import { readStopPage, stopJobAlerts } from '#contract/support/job-alerts.ts';
import { escaped } from '#domain/descriptions/description-html.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { type Handler, handle, type RawReply, type Services } from '#server/kit/http/handle.ts';
import { linkNotValid, linkPage, unknownLink } from '#server/kit/page/link-page.ts';
import { nameOfOpenCustomer } from '#server/people/customers/customer-name.ts';
import { readStopToken } from './addresses.ts';

/** The page where a candidate stops job alerts, and the one click of mail programs. The token is the only proof. */
export const stopPageRoutes: Handler[] = [
  handle(readStopPage, async ({ token }, { services }) => {
    const asked = await find(services, token);
    return ok(asked ? answerPage(asked) : unknownLink('Open the newest email again, or answer it to ask the sender to stop.'));
  }),
  handle(
    stopJobAlerts,
    { audit: 'none: no user answers, so that it writes a line without one itself' },
    async ({ token, answer }, { services }) => {
      const asked = await find(services, token);
      if (!asked) return no({ kind: 'invalid', fields: { token: linkNotValid } });
      const stopped = answer === 'stop';
      if (stopped !== asked.stopped)
        await services.db.transaction().execute((tx) => keepAnswer(tx, asked, { stopped, at: services.now() }));
      return ok(answerPage({ ...asked, stopped }));
    },
  ),
];

type Asked = { readonly customerId: number; readonly key: string; readonly customer: string; readonly stopped: boolean };

async function find({ db, secrets }: Pick<Services, 'db' | 'secrets'>, token: string): Promise<Asked | undefined> {
  const place = readStopToken(secrets, token);
  if (!place) return undefined;
  const { customerId, key } = place;
  const customer = await nameOfOpenCustomer(db, customerId);
  if (customer === undefined) return undefined;
  const stop = await db
    .selectFrom('job_alert_stop')
    .select('stopped_at')
    .where('customer_id', '=', customerId)
    .where('address_key', '=', key)
    .executeTakeFirst();
  return { ...place, customer, stopped: stop !== undefined };
}

/** Keeps an answer, and a line of it in the log without the address, which is not stored. */
async function keepAnswer(
  tx: Tx,
  { customerId, key }: Asked,
  { stopped, at }: { readonly stopped: boolean; readonly at: Date },
): Promise<void> {
  if (stopped)
    await tx
      .insertInto('job_alert_stop')
      .values({ customer_id: customerId, address_key: key, stopped_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await tx.deleteFrom('job_alert_stop').where('customer_id', '=', customerId).where('address_key', '=', key).execute();
  const facts = { answer: stopped ? 'stop' : 'again' };
  await writeAudit(tx, { customerId, actorId: null, userId: null, name: 'alert.answer', facts });
}

function answerPage({ customer, stopped }: Asked): RawReply {
  const name = `<bdi>${escaped(customer)}</bdi>`;
  const says = stopped ? `You get no job alerts of ${name} any more.` : `You get emails with new jobs of ${name}.`;
  const way = stopped
    ? '<button name="answer" value="again">Send me job alerts again</button>'
    : '<button class="main" name="answer" value="stop">Stop these emails</button>';
  return linkPage({
    title: `Job alerts of ${customer}`,
    agency: customer,
    main: `<h1>Job alerts</h1>\n<section><p role="status">${says}</p><form method="post">${way}</form></section>`,
  });
}
