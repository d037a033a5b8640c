import { createServer } from 'node:http';
import hoodiecrow from 'hoodiecrow-imap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedLimits } from '#server/parsing/files/feed-limits.ts';
import { collectorTools, listening } from '#tests/support/collecting/collector-tools.ts';
import { checkMailbox, type MailboxCursor, type MailboxMail, readMailbox, watchMailbox } from './mailbox.ts';
import { askForToken } from './mailbox-token.ts';

const now = new Date('2026-01-05T14:00:00Z');
const mail = (n: number) => ({
  raw: `From: a@b.example\r\nSubject: Order ${n}\r\n\r\nJob ID: ${n}\r\n`,
  internaldate: '05-Jan-2026 12:00:00 +0000',
});
const box = { messages: [{ ...mail(1), internaldate: '01-Nov-2025 12:00:00 +0000' }, mail(2), mail(3)], uidvalidity: 7 };
const server = hoodiecrow({
  plugins: ['ID', 'IDLE', 'SASL-IR', 'XOAUTH2', 'AUTH-PLAIN', 'UNSELECT'],
  storage: { INBOX: box, '': {} },
});
let [url, allow] = ['', ['']];

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address();
  [url, allow] = [`imap://127.0.0.1:${port}/INBOX`, [`127.0.0.1:${port}`]];
});
afterAll(async () => new Promise<void>((done) => server.close(done)));

const access = (over = {}) => ({ url, username: 'testuser', password: 'testpass', secretKey: '', ...over });
const tools = () => ({ allow, signal: AbortSignal.timeout(20_000) });

async function read(cursor: MailboxCursor | null, over = {}) {
  const found: (MailboxMail & { readonly subject: string })[] = [];
  const result = await readMailbox(access(over), { ...tools(), cursor, now }, async (taken) => {
    found.push({ ...taken, subject: /Subject: (.*)/.exec(taken.bytes.toString())?.[1]?.trim() ?? '' });
  });
  if (!result.ok) throw new Error(result.error.words);
  return { found, subjects: found.map(({ subject }) => subject), last: found.at(-1)?.cursor ?? cursor };
}

test('a first look takes the emails of the last days; later ones take what is new, and emails stay unread', async () => {
  const first = await read(null);
  expect(first.subjects).toEqual(['Order 2', 'Order 3']);
  expect((await read(first.last)).subjects).toEqual([]);
  server.appendMessage('INBOX', [], false, mail(4).raw);
  const second = await read(first.last, { password: '', secretKey: 'testtoken' });
  expect(second.subjects).toEqual(['Order 4']);
  expect(server.storage['INBOX']?.messages?.flatMap(({ flags }) => flags)).toEqual([]);
  // The server renumbered its emails: the last days are taken again, and count once by their digest.
  const again = await read({ uidValidity: 6, lastUid: 99 });
  expect(again.subjects.slice(0, 2)).toEqual(['Order 2', 'Order 3']);
});

test('an access token that the token address gave signs in', async () => {
  const provider = createServer((_request, response) => void response.end('{"access_token":"testtoken","expires_in":"3599"}'));
  const { url: site, close } = await listening(provider);
  const { tools: tokenTools } = collectorTools({ sites: [site], now: () => now });
  const renewal = { tokenUrl: `${site}/token`, clientId: 'c', clientSecret: '', refreshToken: 'r' };
  const asked = await askForToken(renewal, tokenTools);
  await close();
  expect(asked).toEqual({ ok: true, value: { access: 'testtoken', until: now.getTime() + 3_599_000, refresh: 'r' } });
  const secretKey = asked.ok ? asked.value.access : '';
  expect(await checkMailbox(access({ password: '', secretKey }), tools())).toMatchObject({ ok: true });
  // Without `allow`, only https and public addresses are asked.
  const refused = await askForToken(renewal, collectorTools({ sites: [] }).tools);
  expect(refused).toMatchObject({ error: { kind: 'not_allowed', words: expect.stringMatching(/^The token address: .*https/) } });
});

test('of an email that is too large the headers are taken, with its size', async () => {
  const { last } = await read(null);
  const large = `From: a@b.example\r\nSubject: Large\r\nX-Note: ${'n'.repeat(900)}\r\n\r\n${'x'.repeat(feedLimits.fileBytes)}`;
  server.appendMessage('INBOX', [], false, large);
  const { found } = await read(last);
  expect(found).toMatchObject([{ subject: 'Large', size: large.length, headersOnly: true }]);
  expect(found[0]?.bytes.toString()).toBe(large.slice(0, large.indexOf('\r\n\r\n') + 4));
  server.storage['INBOX']?.messages?.pop();
});

test('waits for new emails, and says at once that one came', async () => {
  const stop = new AbortController();
  let came: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (came = resolve));
  const waiting = watchMailbox(access(), { allow, signal: stop.signal }, () => came());
  const sent = setInterval(() => server.appendMessage('INBOX', [], false, mail(5).raw), 200);
  await arrival;
  clearInterval(sent);
  stop.abort();
  expect(await waiting).toEqual({ ok: true, value: null });
});

test('each fault is one problem with its remedy', async () => {
  const kind = async (over: object, allowed = allow) => {
    const checked = await checkMailbox(access(over), { ...tools(), allow: allowed });
    return checked.ok ? 'works' : checked.error.kind;
  };
  expect(await kind({})).toBe('works');
  expect(await kind({ secretKey: 'testtoken' })).toBe('works');
  expect(await kind({ password: 'wrong' })).toBe('sign_in');
  expect(await kind({ url: `${url}x` })).toBe('setup');
  expect(await kind({ url: 'https://vendor.example/' })).toBe('setup');
  expect(await kind({}, [])).toBe('not_allowed');
  expect(await kind({ url: 'imaps://127.0.0.1/INBOX' })).toBe('not_allowed');
  expect(await kind({ url: 'imaps://10.0.0.5:2000/INBOX' })).toBe('not_allowed');
  expect(await kind({ url: 'imap://127.0.0.1:1/INBOX' }, ['127.0.0.1:1'])).toBe('unreachable');
});
