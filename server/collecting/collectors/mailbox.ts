import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { isPublicAddress } from '#server/kit/lib/public-address.ts';
import { feedLimits } from '#server/parsing/files/feed-limits.ts';
import { headOf, mostHeadBytes } from '../mails/mail-head.ts';
import type { CollectProblem, MailboxAccess } from './collector.ts';

/** Where reading of a mailbox goes on. */
export type MailboxCursor = { readonly uidValidity: number; readonly lastUid: number };

/** An email of a mailbox. Of one that is too large to be read, `bytes` are its headers. `size` is that of the whole email, in bytes. */
export type MailboxMail = {
  readonly cursor: MailboxCursor;
  readonly bytes: Buffer;
  readonly size: number;
  readonly headersOnly: boolean;
};

export type MailboxTools = {
  /** Hosts with ports that may be reached although they are private, or without encryption. */
  readonly allow: readonly string[];
  readonly signal: AbortSignal;
};

const wait = { connectMs: 20_000, silenceMs: 60_000 } as const;
/** A first look, and one after the server renumbered its emails, takes emails of these last days. Those that are known count once. */
const firstDays = 7;
const dayMs = 86_400_000;

const setup = (words: string): Result<never, CollectProblem> => no({ kind: 'setup', words });

/** Where a mailbox is: `imaps://imap.vendor.example/Folder`. The folder is INBOX if the address names none. */
function placeOf(
  { url }: MailboxAccess,
  allow: readonly string[],
): Result<{ host: string; port: number; folder: string; secure: boolean }, CollectProblem> {
  const example = 'Write the address of the mailbox such as imaps://imap.agency.example/INBOX.';
  if (!URL.canParse(url)) return setup(example);
  const { protocol, hostname, port: given, pathname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'imaps:';
  const port = Number(given || (secure ? 993 : 143));
  if ((!secure && protocol !== 'imap:') || host === '') return setup(example);
  const isAllowed = allow.includes(`${host}:${port}`);
  if (!secure && !isAllowed)
    return no({ kind: 'not_allowed', words: 'Only imaps addresses are reached: the password must travel encrypted.' });
  if (port !== 993 && !isAllowed) return no({ kind: 'not_allowed', words: 'Only port 993 is reached.' });
  return ok({ host, port, secure, folder: decodeURIComponent(pathname.slice(1)) || 'INBOX' });
}

/** Opens a mailbox for reading, with the checked address of its host. Call `close` of the client when done. */
async function openMailbox(
  access: MailboxAccess,
  { allow, signal }: MailboxTools,
): Promise<Result<{ readonly client: ImapFlow }, CollectProblem>> {
  const place = placeOf(access, allow);
  if (!place.ok) return place;
  const { host, port, secure, folder } = place.value;
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const [first] = addresses;
  if (!first) return no({ kind: 'unreachable', words: 'The host of the mailbox is not known. Check its address.' });
  if (!allow.includes(`${host}:${port}`) && !addresses.every(({ address }) => isPublicAddress(address)))
    return no({ kind: 'not_allowed', words: 'The mailbox is inside a private network.' });
  const { username, password, secretKey } = access;
  const client = new ImapFlow({
    host: first.address,
    ...(isIP(host) === 0 && { servername: host }),
    port,
    secure,
    ...(!secure && { doSTARTTLS: false }),
    // An access token signs in by XOAUTH2 in place of the password.
    auth: secretKey === '' ? { user: username, pass: password } : { user: username, accessToken: secretKey },
    logger: false,
    connectionTimeout: wait.connectMs,
    greetingTimeout: wait.connectMs,
    socketTimeout: wait.silenceMs * 5,
    disableAutoIdle: true,
    // Servers end a wait after 30 minutes.
    maxIdleTime: 10 * 60_000,
  });
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  // A connection that breaks rejects what waits for it.
  client.on('error', () => undefined);
  let isSignedIn = false;
  try {
    await client.connect();
    isSignedIn = true;
    await client.mailboxOpen(folder, { readOnly: true });
    return ok({ client });
  } catch (error) {
    client.close();
    const isFolder = isSignedIn && (error as { code?: string }).code === undefined;
    return isFolder ? setup(`The mailbox has no folder “${folder.slice(0, 60)}”. Check its address.`) : no(problemOf(error));
  }
}

function problemOf(error: unknown): CollectProblem {
  const of = error as { authenticationFailed?: boolean; code?: string };
  if (of.authenticationFailed)
    return {
      kind: 'sign_in',
      words: 'The mailbox refused the sign-in. Check the user name and the password, or the access token.',
    };
  if (of.code === 'ETIMEDOUT' || /timeout/i.test(of.code ?? ''))
    return { kind: 'timeout', words: 'The mailbox took too long to answer.' };
  return { kind: 'unreachable', words: 'The mailbox does not answer. Jobdock tries again by itself.' };
}

/**
 * Waits at a mailbox (IDLE) and calls `onMail` as soon as emails come, until the signal is aborted or the connection ends. The reading
 * is left to a run.
 */
export async function watchMailbox(
  access: MailboxAccess,
  tools: MailboxTools,
  onMail: () => void,
): Promise<Result<null, CollectProblem>> {
  const opened = await openMailbox(access, tools);
  if (!opened.ok) return opened;
  const { client } = opened.value;
  client.on('exists', ({ count, prevCount }) => {
    if (count > prevCount) onMail();
  });
  try {
    while (client.usable && !tools.signal.aborted) await client.idle();
    return ok(null);
  } catch (error) {
    return tools.signal.aborted ? ok(null) : no(problemOf(error));
  } finally {
    client.close();
  }
}

/** Signs in at a mailbox and opens its folder. */
export async function checkMailbox(access: MailboxAccess, tools: MailboxTools): Promise<Result<null, CollectProblem>> {
  const opened = await openMailbox(access, tools);
  if (!opened.ok) return opened;
  await leave(opened.value.client);
  return ok(null);
}

const leave = (client: ImapFlow): Promise<void> => client.logout().catch(() => client.close());

/**
 * Takes the emails of a mailbox that came after the cursor, one after another. They stay unread there (PEEK). `take` stores an email with
 * its cursor; what it throws ends the reading. Returns how many there were.
 */
export async function readMailbox(
  access: MailboxAccess,
  { cursor, now, ...tools }: MailboxTools & { readonly cursor: MailboxCursor | null; readonly now: Date },
  take: (mail: MailboxMail) => Promise<void>,
): Promise<Result<number, CollectProblem>> {
  const opened = await openMailbox(access, tools);
  if (!opened.ok) return opened;
  const { client } = opened.value;
  let taken: unknown;
  try {
    const uidValidity = client.mailbox === false ? 0 : Number(client.mailbox.uidValidity);
    const known = cursor?.uidValidity === uidValidity ? cursor.lastUid : null;
    const since = new Date(now.getTime() - firstDays * dayMs);
    // `n:*` always names the last mail, also if it came before n.
    const found = await client.search(known === null ? { since } : { uid: `${known + 1}:*` }, { uid: true });
    const uids = (found || []).filter((uid) => uid > (known ?? 0)).sort((a, b) => a - b);
    for (const uid of uids) {
      tools.signal.throwIfAborted();
      const { size = 0 } = (await client.fetchOne(String(uid), { size: true }, { uid: true })) || {};
      const isLarge = size > feedLimits.fileBytes;
      const wanted = isLarge ? { start: 0, maxLength: mostHeadBytes } : true;
      const { source } = (await client.fetchOne(String(uid), { source: wanted }, { uid: true })) || {};
      // It was deleted meanwhile.
      if (!source) continue;
      const bytes = isLarge ? headOf(source) : source;
      await take({ cursor: { uidValidity, lastUid: uid }, bytes, size, headersOnly: isLarge }).catch((error: unknown) => {
        taken = error;
        throw error;
      });
    }
    return ok(uids.length);
  } catch (error) {
    // What cannot be stored is no fault of the mailbox.
    if (taken !== undefined || tools.signal.aborted) throw error;
    return no(problemOf(error));
  } finally {
    await leave(client);
  }
}
