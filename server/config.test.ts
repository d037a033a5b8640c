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

test('a bad variable is named', () => {
  expect(() => readConfig({ PORT: 'many' })).toThrow(/^PORT: /);
});
