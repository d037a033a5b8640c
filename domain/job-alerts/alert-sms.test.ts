import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentsOf } from '../sms/segments.ts';
import { type AlertSms, alertSms, mostSegments } from './alert-sms.ts';
import type { AlertJob } from './matching.ts';

const job = (id: number): AlertJob => ({
  id,
  providerJobId: `HV-${id}`,
  title: 'RN – ICU',
  city: 'Reno',
  state: 'NV',
  specialty: 'ICU',
  shift: 'Nights',
  startDate: '2026-12-01',
  degreeId: '1',
  specialtyId: '101',
});
const sms = (over: Partial<AlertSms> = {}): AlertSms => ({
  smsText: 'Hi #FIRST_NAME#, new at #CUSTOMER_NAME#:\n#JOBS#\nCall us.',
  applyLink: 'https://north.example/j/#JOB_ID#',
  customer: 'North',
  firstName: 'Ann',
  lastName: 'Reyes',
  jobs: [job(1), job(2)],
  all: 2,
  ...over,
});

test('a text message has the jobs in few words with their links, in plain signs, and ends with how to stop', () => {
  expect(alertSms(sms())).toBe(
    'Hi Ann, new at North:\nRN - ICU, Reno NV, Nights\nhttps://north.example/j/1\nRN - ICU, Reno NV, Nights\nhttps://north.example/j/2\nCall us.\nReply STOP to stop.',
  );
  expect(alertSms(sms({ smsText: 'Hi', applyLink: '', jobs: [job(1)], all: 1 }))).toBe(
    'Hi\nRN - ICU, Reno NV, Nights\nReply STOP to stop.',
  );
});

test('jobs that do not fit are left out and counted; a name with a placeholder is not replaced again', () => {
  const jobs = Array.from({ length: 50 }, (_, i) => job(i));
  const text = alertSms(sms({ jobs, all: 1200, firstName: '#JOBS#' }));
  expect(segmentsOf(text).segments).toBeLessThanOrEqual(mostSegments);
  expect(text).toMatch(/^Hi #JOBS#, new/);
  expect(text).toMatch(/\nand 1,1\d\d more\nCall us\.\nReply STOP to stop\.$/);
  expect(alertSms(sms({ jobs: [{ ...job(1), title: 'x'.repeat(900) }], all: 1 }))).toContain('\n1 new job\n');
});

test('whatever names hold, a message has 1 to 1,600 characters and says how to stop', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), fc.string({ unit: 'binary' }), (firstName, title) => {
      const text = alertSms(sms({ firstName, jobs: [{ ...job(1), title }], all: 1 }));
      expect(text.length).toBeLessThanOrEqual(1600);
      expect(text.endsWith('\nReply STOP to stop.')).toBe(true);
    }),
  );
});
