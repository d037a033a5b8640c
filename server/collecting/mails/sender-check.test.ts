import { generateKeyPairSync } from 'node:crypto';
import { authenticate, sealMessage } from 'mailauth';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { type Resolver, senderCheck } from './sender-check.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const records: Readonly<Record<string, readonly string[]>> = {
  'k._domainkey.signed.example': [`v=DKIM1; k=rsa; p=${key}`],
  'k._domainkey.agency.example': [`v=DKIM1; k=rsa; p=${key}`],
  'k._domainkey.relay.example': [`v=DKIM1; k=rsa; p=${key}`],
  '_dmarc.signed.example': ['v=DMARC1; p=reject'],
  '_dmarc.strict.example': ['v=DMARC1; p=none'],
  'strict.example': ['v=spf1 ip4:192.0.2.1 -all'],
  'listed.example': ['v=spf1 ip4:192.0.2.1 ~all'],
};
let isDown = false;
const resolver: Resolver = async (name, type) => {
  if (isDown) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
  const found = type === 'TXT' ? records[name] : undefined;
  if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  return found.map((text) => [text]);
};
const check = senderCheck(resolver);

async function mailFrom(domain: string, signedBy?: string): Promise<Buffer> {
  const dkim =
    signedBy === undefined
      ? {}
      : {
          dkim: {
            domainName: signedBy,
            keySelector: 'k',
            privateKey: privatePem,
          },
        };
  const sent = await createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...dkim }).sendMail({
    from: `orders@${domain}`,
    to: 'jobs@agency.example',
    subject: 'Order',
    text: 'Job ID: 1',
  });
  return sent.message as Buffer;
}
const from = (domain: string, ip = '192.0.2.1') => ({ ip, greeting: 'mx.example.org', sender: `orders@${domain}` });
const verdict = async (bytes: Buffer, envelope: ReturnType<typeof from> | null, forwarders: readonly string[] = []) => {
  const result = await check({ bytes, envelope, forwarders });
  return result === 'later' ? result : [result.isTrusted, result.spf, result.dkim, result.dmarc].join(' ');
};

test('a signature of the domain confirms its sender on any way; a changed email is held', async () => {
  const signed = await mailFrom('signed.example', 'signed.example');
  expect(await verdict(signed, from('forwarder.example'))).toBe('true none pass pass');
  expect(await verdict(signed, null)).toBe('true none pass pass');
  const changed = Buffer.from(signed.toString().replace('Job ID: 1', 'Job ID: 2'));
  expect(await verdict(changed, from('signed.example'))).toBe('false none fail fail');
  expect(await verdict(changed, null)).toBe('false none fail fail');
});

test('a domain that says who sends its emails is held from others, whatever the envelope says', async () => {
  const mail = await mailFrom('strict.example');
  expect(await verdict(mail, from('strict.example'))).toBe('true pass none pass');
  expect(await verdict(mail, from('strict.example', '203.0.113.5'))).toBe('false fail none fail');
  expect(await verdict(mail, from('listed.example'))).toBe('false pass none fail');
  expect(await verdict(await mailFrom('listed.example'), from('listed.example', '203.0.113.5'))).toBe('false fail none none');
  // A signature of someone else confirms nothing.
  expect(await verdict(await mailFrom('strict.example', 'signed.example'), from('signed.example'))).toBe('false none none fail');
});

test('a domain without records is taken; without an answer the check comes later', async () => {
  const mail = await mailFrom('silent.example');
  expect(await verdict(mail, from('silent.example'))).toBe('true none none none');
  isDown = true;
  expect(await verdict(mail, from('silent.example'))).toBe('later');
  isDown = false;
});

test('an email without a sender, or with headers that are too long, is held', async () => {
  expect(await verdict(Buffer.from('Subject: x\r\n\r\ny'), from('silent.example'))).toMatch(/^false/);
  const long = Buffer.from(`From: a@silent.example\r\nX: ${'x'.repeat(300_000)}\r\n\r\ny`);
  expect(await verdict(long, from('silent.example'))).toMatch(/^false/);
});

describe('an email that a server forwards', () => {
  /** What a server sends on that got an email from this sender: sealed, and with another subject and footer if it `edits`. */
  async function forwarded(bytes: Buffer, by: string, envelope: ReturnType<typeof from>, edits = false): Promise<Buffer> {
    const { ip, greeting: helo, sender } = envelope;
    // Without a time, the signed header and the written one read the clock one after the other.
    const seal = { signingDomain: by, selector: 'k', privateKey: privatePem, signTime: new Date() };
    const on = edits ? Buffer.from(bytes.toString().replace('Job ID: 1', 'Job ID: 1\r\nForwarded by us.')) : bytes;
    // Its results are of the email as it came, its seal of the email as it leaves.
    const { headers } = await authenticate(bytes, { mta: by, ip, helo, sender, disableArc: false, disableBimi: true, resolver });
    if (!edits) {
      const sealed = await authenticate(bytes, {
        mta: by,
        ip,
        helo,
        sender,
        seal,
        disableArc: false,
        disableBimi: true,
        resolver,
      });
      return Buffer.concat([Buffer.from(sealed.headers), bytes]);
    }
    const authResults = headers.slice(headers.indexOf('Authentication-Results:') + 23).trim();
    return Buffer.concat([await sealMessage(on, { ...seal, authResults, cv: 'none' }), on]);
  }
  const vendor = from('strict.example');
  const agency = from('agency.example', '203.0.113.5');
  const trusted = ['agency.example'];

  test('is held as before, unless its forwarder is trusted and saw the sender confirmed', async () => {
    const mail = await forwarded(await mailFrom('strict.example'), 'agency.example', vendor);
    expect(await verdict(mail, agency)).toBe('false none none fail');
    expect(await verdict(mail, agency, ['other.example', 'strict.example'])).toBe('false none none fail');
    expect(await verdict(mail, agency, trusted)).toBe('true none none fail');
    expect(await check({ bytes: mail, envelope: agency, forwarders: trusted })).toMatchObject({
      words: 'The trusted forwarder agency.example confirms the sender.',
    });
    // The vendor never sent this one: the forwarder says so.
    const forged = await forwarded(await mailFrom('strict.example'), 'agency.example', from('strict.example', '198.51.100.7'));
    expect(await verdict(forged, agency, trusted)).toBe('false none none fail');
  });

  test('counts also where the forwarder edits it, in a mailbox, and not if it is changed later', async () => {
    const signed = await mailFrom('signed.example', 'signed.example');
    const mail = await forwarded(signed, 'agency.example', from('signed.example'), true);
    expect(await verdict(mail, null)).toBe('false none fail fail');
    expect(await verdict(mail, null, trusted)).toBe('true none fail fail');
    for (const [what, by] of [
      ['Job ID: 1', 'Job ID: 2'],
      ['From: orders@', 'From: other@'],
      ['dmarc=pass', 'dmarc=none'],
      ['cv=none', 'cv=pass'],
    ] as const) {
      expect(mail.toString()).toContain(what);
      expect(await verdict(Buffer.from(mail.toString().replace(what, by)), null, trusted), what).toBe('false none fail fail');
    }
  });

  test('over several servers needs each of them trusted, from the one that saw the sender', async () => {
    const once = await forwarded(await mailFrom('strict.example'), 'agency.example', vendor);
    const twice = await forwarded(once, 'relay.example', agency);
    const relay = from('relay.example', '203.0.113.9');
    expect(await verdict(twice, relay, trusted)).toBe('false none none fail');
    expect(await verdict(twice, relay, ['relay.example'])).toBe('false none none fail');
    expect(await verdict(twice, relay, ['relay.example', ...trusted])).toBe('true none none fail');
  });

  test('is checked later while the key of its trusted forwarder cannot be read', async () => {
    const mail = await forwarded(await mailFrom('strict.example'), 'agency.example', vendor);
    const partly: Resolver = async (name, type) => {
      if (name.startsWith('k._domainkey')) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
      return resolver(name, type);
    };
    expect(await senderCheck(partly)({ bytes: mail, envelope: agency, forwarders: trusted })).toBe('later');
    expect(await senderCheck(partly)({ bytes: mail, envelope: agency, forwarders: [] })).toMatchObject({ isTrusted: false });
  });

  test('cannot write into the program by its headers', async () => {
    for (const name of ['__proto__', '__pr"o"to__', '__pro(x)to__', '\\_"proto"__', "__'proto'__"])
      for (const [before, after] of [
        ['ARC-Authentication-Results', ''],
        [' arc-authentication-RESULTS ', ''],
        ['X: y\r\nArc-Authentication-Results\r\n ', ' '],
      ] as const) {
        const mail = Buffer.from(`${before}:${after} i=1; a; spf=pass ${name}.polluted=1\r\nFrom: a@silent.example\r\n\r\nx`);
        expect(await verdict(mail, from('silent.example'), trusted)).toMatch(/^(?:true|false) /);
        expect(({} as { polluted?: unknown }).polluted, name).toBeUndefined();
      }
    // What remains of the email is checked as without those headers.
    const hostile = Buffer.from('ARC-Authentication-Results: i=1; a; spf=pass __proto__.polluted=1\r\n');
    const signed = await mailFrom('signed.example', 'signed.example');
    expect(await verdict(Buffer.concat([hostile, signed]), null)).toBe('true none pass pass');
  });
});
