import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('with nothing set it is the demo on loopback', () => {
  expect(readConfig({})).toMatchObject({ PORT: 4180, HOST: '127.0.0.1', demo: true, publicUrl: 'http://127.0.0.1:4180' });
});

test('with a database of its own there is no demo unless asked for', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://x' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgresql://x', JOBDOCK_DEMO: '1' }).demo).toBe(true);
});

test('the demo, whose passwords are public, never listens beyond loopback', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).demo).toBe(false);
  expect(() => readConfig({ HOST: '0.0.0.0', JOBDOCK_DEMO: '1' })).toThrow('loopback only');
});

test('a process on a shared database says for a while that it stops, one on its own database does not', () => {
  expect(readConfig({}).stopNotice).toBe(0);
  expect(readConfig({ DATABASE_URL: 'postgresql://x' }).stopNotice).toBe(10);
  expect(readConfig({ JOBDOCK_STOP_NOTICE: '30' }).stopNotice).toBe(30);
  expect(() => readConfig({ JOBDOCK_STOP_NOTICE: '301' })).toThrow(/^JOBDOCK_STOP_NOTICE: /);
});

test('the pool has 16 connections, or as many as it is given, from 4 to 200', () => {
  expect(readConfig({}).JOBDOCK_DATABASE_POOL).toBe(16);
  expect(readConfig({ JOBDOCK_DATABASE_POOL: '40' }).JOBDOCK_DATABASE_POOL).toBe(40);
  for (const wrong of ['3', '201', '8.5', 'many'])
    expect(() => readConfig({ JOBDOCK_DATABASE_POOL: wrong })).toThrow(/^JOBDOCK_DATABASE_POOL: /);
});

test('statements are slow after a second, or after as many milliseconds as are set', () => {
  expect(readConfig({}).JOBDOCK_SLOW_QUERY_MS).toBe(1000);
  expect(readConfig({ JOBDOCK_SLOW_QUERY_MS: '0' }).JOBDOCK_SLOW_QUERY_MS).toBe(0);
  expect(() => readConfig({ JOBDOCK_SLOW_QUERY_MS: '-1' })).toThrow(/^JOBDOCK_SLOW_QUERY_MS: /);
});

test('a bad variable is named', () => {
  expect(() => readConfig({ PORT: 'many' })).toThrow(/^PORT: /);
});

test('hosts that collectors may reach although they are private are named one by one, and in the demo only', () => {
  expect(readConfig({}).allowHosts).toEqual([]);
  const hosts = '10.0.0.5:8080, Vendor.test:443,[::1]:9000';
  expect(readConfig({ JOBDOCK_ALLOW_HOSTS: hosts }).allowHosts).toEqual(['10.0.0.5:8080', 'vendor.test:443', '::1:9000']);
  for (const surroundings of [{ HOST: '0.0.0.0' }, { DATABASE_URL: 'postgresql://x' }, { JOBDOCK_DEMO: '0' }])
    expect(() => readConfig({ ...surroundings, JOBDOCK_ALLOW_HOSTS: hosts })).toThrow('JOBDOCK_ALLOW_HOSTS: private hosts');
  for (const bad of ['', '10.0.0.5', '*:80', 'http://10.0.0.5:80', '10.0.0.0/8:80', 'a:80,,b:80'])
    expect(() => readConfig({ JOBDOCK_ALLOW_HOSTS: bad })).toThrow(/^JOBDOCK_ALLOW_HOSTS: Write each host/);
});

test('emails are taken in on loopback in the demo, at a name and not a number, and a certificate has its key', () => {
  expect(readConfig({}).mailIn).toEqual({ domain: 'jobs.localhost', port: undefined });
  const set = { JOBDOCK_PUBLIC_URL: 'https://jobdock.agency.example', JOBDOCK_MAIL_IN_PORT: '2525', JOBDOCK_DEMO: '0' };
  expect(readConfig(set).mailIn).toEqual({ domain: 'jobdock.agency.example', port: 2525 });
  expect(readConfig({ ...set, JOBDOCK_MAIL_IN_DOMAIN: 'mail.agency.example' }).mailIn.domain).toBe('mail.agency.example');
  expect(() => readConfig({ JOBDOCK_MAIL_IN_HOST: '0.0.0.0' })).toThrow(
    'JOBDOCK_MAIL_IN_HOST: the demo takes emails on loopback only',
  );
  expect(() => readConfig({ ...set, JOBDOCK_MAIL_IN_CERT: '/etc/cert.pem' })).toThrow(
    'JOBDOCK_MAIL_IN_CERT: a certificate needs its key',
  );
  expect(() => readConfig({ JOBDOCK_MAIL_IN_DOMAIN: 'me@agency.example' })).toThrow(/^JOBDOCK_MAIL_IN_DOMAIN: Write a domain/);
});
