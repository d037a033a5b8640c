import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';

/** The owner of submissions; one who is gone, disabled or works for another customer has no bell here. */
export type Owner = { readonly customerId: number; readonly userId: number };
/** One piece of news, and what keeps it from being given twice. */
export type NewsLine = { readonly text: string; readonly link: string; readonly cause: string };
/** What is said in place of many lines: one sentence, and the screen that shows them. */
type Grouped = { readonly text: string; readonly link: string };

/** More lines than these at once are grouped. */
const mostLines = 3;

type Parts = Pick<Services, 'mail'> & { readonly config: Pick<Services['config'], 'publicUrl'> };
type News = { readonly lines: readonly NewsLine[]; readonly grouped: Grouped; readonly subject: string };

/**
 * Gives the owner of submissions news in the bell, and by email if the person gets system alerts. Each line is given once; many at once are
 * one entry. Nothing identifies a caregiver beside the ID in the source.
 */
export async function informOwner(
  tx: Tx,
  { mail, config }: Parts,
  { customerId, userId }: Owner,
  { lines, grouped, subject }: News,
): Promise<void> {
  const person = await tx
    .selectFrom('app_user')
    .select(['name', 'email', sql<boolean>`coalesce((alerts ->> 'system')::boolean, false)`.as('getsEmail')])
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const [first] = lines;
  if (!person || !first) return;
  const cause = `${first.cause} and ${lines.length - 1}`;
  const entries = lines.length > mostLines ? [{ ...grouped, cause }] : lines;
  for (const { text, link, cause: why } of entries)
    await sql`insert into notification (customer_id, user_id, kind, text, link, cause)
      values (${customerId}, ${userId}, 'submission', ${text}, ${link}, ${why})
      on conflict (customer_id, user_id, cause) where cause is not null do nothing`.execute(tx);
  if (!person.getsEmail) return;
  const shown = lines.slice(0, 50).map(({ text }) => `- ${text}`);
  const more = lines.length > shown.length ? [`- and ${lines.length - shown.length} more`] : [];
  await mail.send(tx, {
    customerId,
    cause: `submission ${userId} ${cause}`.slice(0, 200),
    to: person.email,
    subject,
    text: `Hello ${person.name},\n\n${[...shown, ...more].join('\n')}\n\nOpen your submissions in Jobdock:\n\n${new URL(grouped.link, config.publicUrl).href}\n`,
    owner: userId,
  });
}
