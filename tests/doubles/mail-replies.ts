import type { Page } from 'playwright/test';
import {
  acceptReceivedMail,
  listReceivedMails,
  type MailRow,
  parseReceivedMail,
  readReceivedMail,
} from '#contract/collecting/mails.ts';
import { toWire } from '#contract/kit/wire-translation.ts';

const [sample = noExample()] = listReceivedMails.example.rows;

/** An email whose sender is not confirmed. */
export const heldMail: MailRow = {
  ...sample,
  id: 8,
  subject: 'Updated requisition 2024-2',
  from: 'orders@vend0r.example',
  status: 3,
  state: 'held',
  processing: 0,
  records: 0,
  parserId: null,
  parser: null,
  counts: {},
  words: '',
  sender: {
    spf: 'fail',
    dkim: 'none',
    dmarc: 'fail',
    domain: 'vend0r.example',
    isTrusted: false,
    words: 'The sender is not confirmed: vend0r.example says that this server does not send its emails.',
  },
};

/** An email that no parser took. */
export const unreadMail: MailRow = {
  ...sample,
  id: 9,
  subject: 'Weekly news of Lakeside VMS',
  status: 2,
  state: 'unread',
  processing: 0,
  records: 0,
  parserId: null,
  parser: null,
  counts: {},
  words: 'HWL requisition lacks its trigger “Requisition #”',
};

/** An email of the contract’s example, with what a hostile sender may write and the service would have removed. */
const hostile =
  '<script>parent.markupRan = 1; top.location = "/account"</script><img src="x" onerror="parent.markupRan = 1">' +
  '<form action="/auth/login"><button>Sign in</button></form>';

type Answers = { readonly rows: readonly MailRow[]; readonly accepted: number[] };

/** Answers the calls of the email history in a page, with documented names, from `rows`. */
export async function answerMails(page: Page, { rows, accepted }: Answers): Promise<void> {
  const stateOf = (mail: MailRow): MailRow =>
    accepted.includes(mail.id) ? { ...mail, ...sample, id: mail.id, subject: mail.subject, sender: mail.sender } : mail;
  await page.route(/\/api\/emailhistory\/-?\w+\?/, (route) => {
    const pile = new URL(route.request().url()).searchParams.get('pile') ?? 'all';
    const now = rows.map(stateOf);
    const [unread, held] = [now.filter(({ state }) => state === 'unread'), now.filter(({ state }) => state === 'held')];
    const found = pile === 'unread' ? unread : pile === 'held' ? held : now;
    const piles = { unread: unread.length, held: held.length };
    return route.fulfill({ json: toWire(listReceivedMails.reply, { total: found.length, totalPages: 1, piles, rows: found }) });
  });
  await page.route(/\/api\/emailhistory\/\d+\/\d+$/, (route) => {
    const id = Number(route.request().url().split('/').at(-1));
    const mail = rows.find((row) => row.id === id) ?? sample;
    const { html } = readReceivedMail.example;
    const reply = { ...readReceivedMail.example, ...stateOf(mail), html: `${html}${hostile}`, quoted: 'City: Reno' };
    return route.fulfill({ json: toWire(readReceivedMail.reply, reply) });
  });
  await page.route(/\/api\/admin\/parse\/\d+$/, (route) =>
    route.fulfill({ json: toWire(parseReceivedMail.reply, parseReceivedMail.example) }),
  );
  await page.route(/\/api\/emailhistory\/accept\//, (route) => {
    accepted.push(Number(route.request().url().split('/').at(-1)));
    return route.fulfill({ json: toWire(acceptReceivedMail.reply, acceptReceivedMail.example) });
  });
}

function noExample(): never {
  throw new Error('the contract has no example');
}
