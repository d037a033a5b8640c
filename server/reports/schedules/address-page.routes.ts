import { no, ok } from '#contract/kit/result.ts';
import { answerAddressPage, readAddressPage } from '#contract/reports/schedules.ts';
import { escaped } from '#domain/descriptions/description-html.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import { type Handler, handle, type RawReply, type Services } from '#server/kit/http/handle.ts';
import { linkNotValid, linkPage, linkPlace, unknownLink } from '#server/kit/page/link-page.ts';
import { recipientOfLink } from './recipient-page.ts';

/** The page where an address that no user has agrees to reports by email, or stops them. The key in its emails is the only proof. */
export const addressPageRoutes: Handler[] = [
  handle(readAddressPage, async ({ token }, { services }) => {
    const asked = await find(services, token);
    return ok(asked ? questionPage(asked) : unknownLink(unknownRemedy));
  }),
  handle(
    answerAddressPage,
    { audit: 'none: no user answers, so that it writes a line without one itself' },
    async ({ token, answer }, { services }) => {
      const { db, now } = services;
      const asked = await find(services, token);
      if (!asked) return no({ kind: 'invalid', fields: { token: linkNotValid } });
      const { customerId, address } = asked;
      const agreed = answer === 'yes';
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('report_recipient')
          .set({ agreed, answered_at: now() })
          .where('customer_id', '=', customerId)
          .where('address', '=', address)
          .execute();
        const line = { customerId, actorId: null, userId: null, name: 'reports.address.answer', facts: { address, answer } };
        await writeAudit(tx, line);
      });
      return ok(questionPage({ ...asked, agreed }));
    },
  ),
];

const unknownRemedy = 'Open the newest email again, or ask the person who sends you reports.';

type Asked = {
  readonly customerId: number;
  readonly address: string;
  readonly agreed: boolean | null;
  readonly customer: string;
};

async function find({ db, secrets }: Pick<Services, 'db' | 'secrets'>, token: string): Promise<Asked | undefined> {
  const place = linkPlace(token);
  const found = place && recipientOfLink(secrets, place);
  if (!place || !found) return undefined;
  return db
    .selectFrom('report_recipient as r')
    .innerJoin('customer as c', 'c.id', 'r.customer_id')
    .select(['r.customer_id as customerId', 'r.address', 'r.agreed', 'c.name as customer'])
    .where('r.customer_id', '=', place.customerId)
    .where((e) => ('id' in found ? e('r.id', '=', found.id) : e('r.old_key_hash', '=', found.oldKeyHash)))
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
}

function questionPage({ address, agreed, customer }: Asked): RawReply {
  const name = `<bdi>${escaped(customer)}</bdi>`;
  const who = `<strong>${escaped(address)}</strong>`;
  const says =
    agreed === null
      ? `${name} wants to send reports to ${who}. Reports are sent only if you agree.`
      : agreed
        ? `${who} gets reports of ${name}.`
        : `${who} gets no reports of ${name}.`;
  const ways = [
    ...(agreed === true ? [] : ['<button class="main" name="answer" value="yes">Send me reports</button>']),
    ...(agreed === false
      ? []
      : [`<button name="answer" value="no">${agreed ? 'Stop these emails' : 'Do not send any'}</button>`]),
  ];
  return linkPage({
    title: `Reports of ${customer} by email`,
    agency: customer,
    main: `<h1>Reports by email</h1>\n<section><p role="status">${says}</p><form method="post">${ways.join('')}</form></section>`,
  });
}
