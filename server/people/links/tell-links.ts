import { may } from '#domain/rights/may.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { toHolder } from '#server/kit/http/actors.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { LinkRow } from './link-rows.ts';

const screen = '/linked';

type Recipient = { readonly customerId: number; readonly userId: number; readonly name: string; readonly email: string };
type News = { readonly sentence: string; readonly subject: string; readonly cause: string };

/** The people who decide about links with a customer; the provider's administrators where it has none. */
async function decidersOf(tx: Tx, customerId: number): Promise<Recipient[]> {
  const people = await tx
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .select(['u.customer_id as customerId', 'u.id as userId', 'u.name', 'u.email', 'u.rights'])
    .select(['r.administrator', 'r.authorises_everything'])
    .where((e) => e.or([e('u.customer_id', '=', customerId), e('c.provider', '=', true)]))
    .where('u.disabled_at', 'is', null)
    .orderBy('u.id')
    .execute();
  const deciders = people.filter((person) => may(toHolder(person), 'links.write'));
  const own = deciders.filter((person) => person.customerId === customerId);
  return own.length > 0 ? own : deciders;
}

/**
 * Tells those who decide that somebody asks: in the bell, and by an email whose link only opens the screen. The address of the customer
 * itself gets the email too.
 */
export async function tellAsked(tx: Tx, services: Told, link: LinkRow): Promise<void> {
  const { name, email, customerName, linkedCustomerId, linkedCustomerName } = link;
  const news = {
    sentence: `${name} (${email}) of ${customerName} asks to work in the data of ${linkedCustomerName}.`,
    subject: 'Somebody asks to work in your data',
    cause: `link asked ${causeOf(link)}`,
  };
  const deciders = await decidersOf(tx, linkedCustomerId);
  for (const person of deciders) await tell(tx, services, person, news);
  const company = await tx.selectFrom('customer').select('email').where('id', '=', linkedCustomerId).executeTakeFirst();
  const address = company?.email ?? '';
  if (address === '' || deciders.some((person) => person.email.toLowerCase() === address.toLowerCase())) return;
  await mailTo(
    services,
    tx,
    { customerId: linkedCustomerId, name: linkedCustomerName, email: address, key: 'the company' },
    news,
  );
}

/** Tells a person what became of their link. */
export async function tellPerson(tx: Tx, services: Told, link: LinkRow, sentence: string): Promise<void> {
  const subject = `Your access to ${link.linkedCustomerName.replaceAll(/\s+/g, ' ')}`;
  await tell(tx, services, link, { sentence, subject, cause: `link decided ${causeOf(link)} ${services.now().getTime()}` });
}

type Told = Pick<Services, 'mail' | 'now'> & { readonly config: Pick<Services['config'], 'publicUrl'> };

const causeOf = ({ customerId, userId, linkedCustomerId, askedAt }: LinkRow): string =>
  `${customerId}/${userId}/${linkedCustomerId} ${new Date(askedAt).getTime()}`;

/** In the bell and by email. */
async function tell(tx: Tx, services: Told, to: Recipient, news: News): Promise<void> {
  const { customerId, userId, name, email } = to;
  await tx
    .insertInto('notification')
    .values({ customer_id: customerId, user_id: userId, kind: 'link', text: news.sentence, link: screen })
    .execute();
  await mailTo(services, tx, { customerId, name, email, key: String(userId) }, news);
}

/** `key` tells the recipients of one piece of news apart. */
type Address = { readonly customerId: number; readonly name: string; readonly email: string; readonly key: string };

async function mailTo({ mail, config }: Told, tx: Tx, to: Address, { sentence, subject, cause }: News): Promise<void> {
  const link = new URL(screen, config.publicUrl).href;
  await mail.send(tx, {
    customerId: to.customerId,
    cause: `${cause} to ${to.key}`,
    to: to.email,
    subject,
    text: `Hello ${to.name},\n\n${sentence}\n\nOpen Linked people in Jobdock to see it:\n\n${link}\n`,
  });
}
