import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertMail, alertMail, alertTextProblem } from './alert-mail.ts';
import { timingOfAlert, whenOf } from './alert-timing.ts';
import { applyLink, applyLinkProblem } from './apply-link.ts';
import type { AlertJob } from './matching.ts';

const job = (over: Partial<AlertJob> = {}): AlertJob => ({
  id: 7,
  providerJobId: 'HV-7/a&b',
  title: 'RN <b>ICU</b>',
  city: 'Reno',
  state: 'NV',
  specialty: 'ICU',
  shift: 'Nights',
  startDate: '2026-12-01',
  degreeId: '1',
  specialtyId: '101',
  ...over,
});
const mail = (over: Partial<AlertMail> = {}): AlertMail => ({
  emailText: 'Hello #FIRST_NAME#,\n\nlook:\n\n#JOBS#\n\n#CUSTOMER_NAME#',
  applyLink: 'https://north.example/apply?job=#JOB_ID#&vms=#VMS_JOB_ID#',
  customer: 'North <Staffing>',
  firstName: '<img src=x onerror=alert(1)>',
  lastName: 'Reyes',
  jobs: [job()],
  all: 3,
  stop: 'https://jobdock.test/auth/jobalerts/1.key',
  ...over,
});

test('an email shows names and titles as text, links with encoded values, and how to stop', () => {
  const { subject, text, html } = alertMail(mail());
  expect(subject).toBe('3 new jobs – North <Staffing>');
  expect(html).not.toMatch(/<img|<b>|<script|url\(|@import/);
  expect(html).toContain('Hello &lt;img');
  expect(html).toContain('https://north.example/apply?job=7&amp;vms=HV-7%2Fa%26b');
  expect(html).toContain('https://jobdock.test/auth/jobalerts/1.key');
  expect(text).toContain(
    'RN <b>ICU</b>\nReno, NV · ICU · Nights · Starts 12/01/2026\nhttps://north.example/apply?job=7&vms=HV-7%2Fa%26b',
  );
  expect(text).toContain('These are the first 1 of 3 new jobs that suit you.');
  expect(text).toContain('Stop these emails: https://jobdock.test/auth/jobalerts/1.key');
  expect(text.indexOf('RN <b>')).toBeLessThan(text.indexOf('North <Staffing>'));
});

test('a name with a placeholder in it is not replaced again, and a subject is one line', () => {
  const { text, subject } = alertMail(
    mail({ firstName: '#CUSTOMER_NAME#\r\nBcc: a@b.example', customer: 'North\r\nBcc: a@b.example', stop: null }),
  );
  expect(text).toContain('Hello #CUSTOMER_NAME# Bcc: a@b.example,');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toContain('Stop these emails');
});

test('a text without the list gets it at its end; unknown placeholders and two lists are named', () => {
  expect(alertMail(mail({ emailText: 'Hello' })).text).toMatch(/^Hello\n\nRN/);
  expect(alertTextProblem('Hello #FIRST_NAME# #JOBS#')).toBeNull();
  expect(alertTextProblem('#name# #RATE#')).toBe(
    'Remove #name#, #RATE#: only #FIRST_NAME#, #NAME#, #CUSTOMER_NAME#, #JOBS# are replaced.',
  );
  expect(alertTextProblem('#JOBS# #JOBS#')).toBe('Write #JOBS# once: it is the list of jobs.');
});

test('a template leads to the customer’s own website over http or https alone', () => {
  for (const good of ['', 'https://north.example/apply/#JOB_ID#', 'http://north.example:8080/?t=#TITLE##page'])
    expect(applyLinkProblem(good), good).toBeNull();
  for (const bad of [
    'javascript:alert(1)',
    ' https://north.example',
    'data:text/html,x',
    'https://#CITY#.example/',
    'https://user:pw@north.example/',
    'https://north.example\\@evil.example/',
    'https://north.example/"onload=x',
    'north.example/apply',
  ])
    expect(applyLinkProblem(bad), bad).not.toBeNull();
  expect(applyLinkProblem('https://north.example/#RATE#')).toContain('Remove #RATE#');
});

test('whatever a job says, its link stays at the same website and in one piece', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, city) => {
      const link = applyLink('https://north.example/apply/#CITY#?t=#TITLE#&j=#JOB_ID#', job({ title, city })) ?? '';
      expect(link).not.toMatch(/[\s"<>\\]/);
      expect(new URL(link).host).toBe('north.example');
      expect(new URL(link).searchParams.get('j')).toBe('7');
    }),
  );
});

test('frequencies 1, 2 and 3 are the timings of schedules, and back', () => {
  for (const when of [
    { frequency: 1, days: [], time: '08:00' },
    { frequency: 2, days: [1, 4], time: '00:30' },
    { frequency: 3, days: [31], time: '23:59' },
  ] as const)
    expect(whenOf(timingOfAlert(when))).toEqual(when);
});
