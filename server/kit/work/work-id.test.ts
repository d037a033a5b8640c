import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { apart, during, nameWork, requestIdOf } from './work-id.ts';

function logged() {
  const lines: Record<string, unknown>[] = [];
  const write = (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>);
  const log = pino({ base: null, timestamp: false, mixin: nameWork }, { write });
  return { log, lines };
}

test('lines name the request or job that they are part of, also after it waited', async () => {
  const { log, lines } = logged();
  const say = async (words: string) => {
    await setImmediate();
    log.info(words);
  };
  await Promise.all([
    during({ reqId: 'request-1' }, () => say('a')),
    during({ jobId: 'job-1' }, () => say('b')),
    during({ reqId: 'request-2' }, () => apart(() => say('c'))),
    say('d'),
  ]);
  expect(lines).toEqual([
    { level: 30, reqId: 'request-1', msg: 'a' },
    { level: 30, jobId: 'job-1', msg: 'b' },
    { level: 30, msg: 'c' },
    { level: 30, msg: 'd' },
  ]);
});

test('a logger that has the ID of its request names it once', () => {
  const texts: string[] = [];
  const log = pino({ base: null, timestamp: false, mixin: nameWork }, { write: (text) => void texts.push(text) });
  during({ reqId: 'request-1' }, () => log.child({ reqId: 'request-1' }).info('a'));
  expect(texts.join('').match(/reqId/g)).toHaveLength(1);
});

test('the ID that a caller sends is taken if it is a plain token', () => {
  expect(requestIdOf('a1b2c3d4')).toBe('a1b2c3d4');
  expect(requestIdOf('7f1c.22_x-'.repeat(10))).toBe('7f1c.22_x-'.repeat(10));
});

test.each([
  undefined,
  '',
  'short',
  'with space here',
  'line\nfeed-here',
  '<script>alert',
  'ü'.repeat(9),
  'a'.repeat(101),
  ['a1b2c3d4', 'a1b2c3d5'],
])('for %j a new ID is made', (sent) => {
  expect(requestIdOf(sent)).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
});
