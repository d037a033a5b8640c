import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { type Resolver, senderCheck } from './sender-check.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const records: Readonly<Record<string, readonly string[]>> = {
  'k._domainkey.signed.example': [`v=DKIM1; k=rsa; p=${key}`],
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
            privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
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
const verdict = async (bytes: Buffer, envelope: ReturnType<typeof from> | null) => {
  const result = await check({ bytes, envelope });
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
