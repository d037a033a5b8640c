import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { type ArrivedMail, listArrivedMails, readArrivedAttachment, readArrivedMail } from '#contract/system/mailbox.ts';
import { type Handler, handle, type Services } from '../kit/http/handle.ts';

/** Most emails that are listed. */
const mostListed = 200;
const patienceMs = 10_000;

/** An email as the page of the mailbox lists it for programs. */
const Listed = z.object({
  id: z.number(),
  at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number() })),
});
type Listed = z.infer<typeof Listed>;

type NotKept = { kind: 'not_found'; what: string };

/** The mailbox of the demo, which is on loopback. */
export const mailboxRoutes: Handler[] = [
  handle(listArrivedMails, async (_args, { services: { config } }) => {
    const box = await openMailbox(config);
    if (!box.ok) return box;
    const { mails } = box.value;
    return ok({ total: mails.length, rows: mails.slice(0, mostListed).map(({ html: _html, ...mail }) => shown(mail)) });
  }),
  handle(readArrivedMail, async ({ mailId }, { services: { config } }) => {
    const box = await openMailbox(config);
    if (!box.ok) return box;
    const mail = box.value.mails.find(({ id }) => id === mailId);
    return mail ? ok({ ...shown(mail), html: mail.html }) : no(absent('email in the mailbox', mailId));
  }),
  handle(readArrivedAttachment, async ({ mailId, attachment }, { services: { config } }) => {
    const box = await openMailbox(config);
    if (!box.ok) return box;
    const { mails, address } = box.value;
    const file = mails.find(({ id }) => id === mailId)?.attachments[attachment - 1];
    if (!file) return no(absent(`attachment of the email ${mailId}`, attachment));
    const answer = await ask(`${address}/mails/${mailId}/files/${attachment - 1}`);
    return ok({ body: new Uint8Array(await answer.arrayBuffer()), fileName: file.name });
  }),
];

/** The address of the mailbox and what is in it, the newest first; or where the emails of this service go instead. */
async function openMailbox({
  sentThrough,
}: Services['config']): Promise<Result<{ address: string; mails: readonly Listed[] }, NotKept>> {
  const address = sentThrough?.mailboxUrl ?? null;
  if (address !== null)
    return ok({ address, mails: z.array(Listed).parse(await (await ask(`${address}/messages.json`)).json()) });
  const what = sentThrough
    ? `This service sends its mail through ${sentThrough.host}; its mailbox is not kept here.`
    : 'This service has no mail server; its emails are stored and not sent.';
  return no({ kind: 'not_found', what });
}

const shown = ({ attachments, ...mail }: Omit<Listed, 'html'>): ArrivedMail => ({
  ...mail,
  attachments: attachments.map(({ name, type, bytes }) => ({ name, type, size: bytes })),
});

async function ask(address: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
  if (!answer.ok) throw new Error(`the mailbox of the demo answered ${answer.status}`);
  return answer;
}
