import { promises as dns } from 'node:dns';
import type { authenticate as Authenticate } from 'mailauth';
import type { SenderCheck } from '#contract/collecting/mails.ts';
import { arcHeaders, isOfForwarder, vouchingForwarder } from './arc.ts';
import type { Envelope } from './received-mails.ts';

/** Looks up records of a domain, as `dns.promises.resolve` does. Rejects with the codes of `node:dns`. */
export type Resolver = (name: string, type: string) => Promise<unknown>;

/** What a check needs of an email. */
type MailToCheck = {
  readonly bytes: Uint8Array;
  readonly envelope: Envelope | null;
  /** Domains of servers whose word about the sender is believed (ARC), in lower case. */
  readonly forwarders: readonly string[];
};

/** Checks who sent an email. `later`: the records of the domain cannot be read at present. */
export type CheckSender = (mail: MailToCheck) => Promise<SenderCheck | 'later'>;

const lookUp = new dns.Resolver({ timeout: 3000, tries: 2 });

/** Looks up records with the name servers of this computer. */
export const systemResolver: Resolver = (name, type) => lookUp.resolve(name, type);

/** An email with more signatures or longer headers is not checked, as each signature takes a lookup and a key. */
const most = { signatures: 10, headerBytes: 256 * 1024 } as const;

/**
 * Checks a sender by SPF, DKIM and DMARC. An email is trusted unless something speaks against it: the domain says who may send its
 * emails, and this server is not among them, or a signature of the domain does not fit. A domain that says nothing cannot be checked;
 * its emails are taken, because only the vendor knows the address that they came to. A mailbox's own server has checked the server
 * that sent the email, so only signatures count there. What speaks against an email that was forwarded does not count where a trusted
 * forwarder confirms the sender: it has seen the email as the vendor sent it (ARC).
 */
export const senderCheck =
  (resolver: Resolver): CheckSender =>
  async ({ bytes, envelope, forwarders }) => {
    const head = headOf(bytes);
    if (head === undefined || (head.match(/^dkim-signature:/gim)?.length ?? 0) > most.signatures)
      return untrusted('', 'The email has too many headers to check its sender.');
    const arc = arcHeaders(bytes, head);
    const lookups = watched(resolver);
    const { authenticate } = await import('mailauth');
    const result = await authenticate(arc.bytes, {
      mta: 'jobdock',
      disableArc: !arc.canCheck || forwarders.length === 0,
      disableBimi: true,
      resolver: lookups.resolver,
      ...(envelope && { ip: envelope.ip, helo: envelope.greeting, sender: envelope.sender }),
    });
    const [from, ...more] = result.dkim.headerFrom ?? [];
    const domain = (from ?? '').split('@').at(-1)?.toLowerCase() ?? '';
    if (!from || domain === '' || more.length > 0) return untrusted(domain, 'The email does not name exactly one sender.');
    return judged(result, { domain, isMailbox: envelope === null, forwarders, hasFailed: lookups.hasFailed });
  };

/** A resolver that remembers whether a lookup failed for another reason than that there is no record. */
function watched(resolver: Resolver): { readonly resolver: Resolver; readonly hasFailed: () => boolean } {
  let failed = false;
  return {
    hasFailed: () => failed,
    resolver: async (name, type) => {
      try {
        return await resolver(name, type);
      } catch (error) {
        const { code } = error as { code?: string };
        failed ||= code !== 'ENOTFOUND' && code !== 'ENODATA';
        throw error;
      }
    },
  };
}

type Found = Awaited<ReturnType<typeof Authenticate>>;
type Circumstances = Pick<MailToCheck, 'forwarders'> & {
  /** Of the sender that people see. */
  readonly domain: string;
  readonly isMailbox: boolean;
  readonly hasFailed: () => boolean;
};

function judged(found: Found, { domain, isMailbox, forwarders, hasFailed }: Circumstances): SenderCheck | 'later' {
  const { dkim, dmarc } = found;
  const spf = isMailbox ? false : found.spf;
  const whole = (dmarc && dmarc.domain?.toLowerCase()) || domain;
  const isOwn = (name: string | undefined): boolean =>
    name !== undefined && (name.toLowerCase() === whole || name.toLowerCase().endsWith(`.${whole}`));
  const signatures = (dkim.results ?? []).filter((one) => one.bodyHashExpecting !== undefined && isOwn(one.signingDomain));
  const results = [spf && spf.status.result, dmarc && dmarc.status.result, ...signatures.map(({ status }) => status.result)];
  const isSigned = signatures.some(({ status }) => status.result === 'pass');
  const isSent = spf && spf.status.result === 'pass' && isOwn(spf.domain);
  const isConfirmed = isSigned || isSent;
  const forwarder = isConfirmed ? null : forwarderOf(found, { forwarders, isOwn });
  // What confirms the sender needs no more records.
  const isUnsure = results.includes('temperror') || (hasFailed() && isOfForwarder(dkim.arc?.chain, forwarders));
  if (!isConfirmed && forwarder === null && isUnsure) return 'later';
  const verdicts = {
    spf: verdictOf(spf ? spf.status.result : 'none'),
    dkim: isSigned ? 'pass' : signatures.length > 0 ? 'fail' : 'none',
    dmarc: verdictOf(dmarc ? dmarc.status.result : 'none'),
    domain,
  } as const;
  if (forwarder !== null)
    return { ...verdicts, isTrusted: true, words: `The trusted forwarder ${forwarder} confirms the sender.` };
  const words = whyNot({ ...verdicts, isSpfOwn: spf !== false && isOwn(spf.domain), isMailbox });
  return { ...verdicts, isTrusted: words === null, words: words ?? trustedWords(isConfirmed, isMailbox) };
}

/** The trusted forwarder that confirms the sender, if its seals and its signature of the whole email fit. */
function forwarderOf({ arc, dkim }: Found, asked: Parameters<typeof vouchingForwarder>[2]): string | null {
  const isSealed =
    arc !== false && arc.status.result === 'pass' && arc.signature && arc.signature.canonBodyLengthLimited === false;
  return isSealed ? vouchingForwarder(dkim.arc?.chain, arc.authenticationResults, asked) : null;
}

function headOf(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.subarray(0, most.headerBytes).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  if (end) return text.slice(0, end.index);
  return buffer.length <= most.headerBytes ? text : undefined;
}

type Verdict = SenderCheck['spf'];
const verdicts: Readonly<Record<string, Verdict>> = {
  pass: 'pass',
  fail: 'fail',
  softfail: 'fail',
  none: 'none',
  neutral: 'none',
};
const verdictOf = (result: string): Verdict => verdicts[result] ?? 'unknown';

type Judged = Pick<SenderCheck, 'spf' | 'dkim' | 'dmarc' | 'domain'> & {
  readonly isSpfOwn: boolean;
  readonly isMailbox: boolean;
};

/** What speaks against the sender, as a sentence; null for nothing. */
function whyNot({ spf, dkim, dmarc, domain, isSpfOwn, isMailbox }: Judged): string | null {
  if (dkim === 'pass') return null;
  if (dkim === 'fail' && !(spf === 'pass' && isSpfOwn))
    return `The signature of ${domain} does not fit this email: it was changed on its way, or someone else wrote it.`;
  if (isMailbox) return null;
  if (dmarc === 'fail') return `${domain} says which servers send its emails, and this one is not among them.`;
  if (spf === 'fail' && isSpfOwn) return `${domain} does not send its emails from this server.`;
  return null;
}

function trustedWords(isConfirmed: boolean, isMailbox: boolean): string {
  if (isConfirmed) return 'The sender is confirmed.';
  return isMailbox ? 'The server of the mailbox took the email.' : 'The domain of the sender says nothing to check it by.';
}

const untrusted = (domain: string, words: string): SenderCheck => ({
  spf: 'unknown',
  dkim: 'unknown',
  dmarc: 'unknown',
  domain,
  isTrusted: false,
  words,
});
