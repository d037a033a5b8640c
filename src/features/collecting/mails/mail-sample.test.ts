import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { mailPage } from '#src/entities/mail/mail-page.ts';
import { sampleName, sampleOf } from './mail-sample.ts';

const mail = {
  subject: 'New requisition 2024-1',
  from: 'orders@vendor.example',
  receivedAt: '2026-11-21T12:00:00.000Z',
  html: `<p>City: Tulsa</p>${'<p>Shift: 3x12 nights</p>'.repeat(40)}`,
  plain: null,
};

test('a sample of an email is read back as the same email', async () => {
  const read = await PostalMime.parse(sampleOf(mail));
  expect(read).toMatchObject({ subject: mail.subject, from: { address: mail.from }, date: mail.receivedAt });
  expect(read.html?.trim()).toBe(mail.html);
});

test('a long subject of other letters and an email of plain text survive; no line of a header breaks out of it', async () => {
  const subject = `Étage 3 – soins intensifs 🏥 ${'nuit '.repeat(30)}\r\nBcc: someone@else.example`;
  const text = sampleOf({ ...mail, subject, html: '', plain: 'Ville : Montréal' });
  expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
  const read = await PostalMime.parse(text);
  expect(read.subject).toBe(subject.replace(' \r\n', ' '));
  expect(read.bcc).toBeUndefined();
  expect(read.text?.trim()).toBe('Ville : Montréal');
});

test('a sample is named after its subject', () => {
  expect(sampleName('Re: Order #12/3 “urgent”')).toBe('Re Order 12 3 urgent.eml');
  expect(sampleName('***')).toBe('mail.eml');
});

test('the page of an email begins with its policy, which allows nothing to load', () => {
  const page = mailPage('<meta http-equiv="Content-Security-Policy" content="img-src *"><p>Tulsa</p>');
  expect(page.indexOf("default-src 'none'")).toBeLessThan(page.indexOf('img-src *'));
  expect(page).toContain('<p>Tulsa</p>');
});
