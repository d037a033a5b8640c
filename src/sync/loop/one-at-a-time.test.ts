import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Lets everything run that waits for nothing else. */
const settle = () => new Promise((done) => setImmediate(done));

/** Runs and rests, each ended by `end`. */
function watched() {
  const ends: (() => void)[] = [];
  const seen: string[] = [];
  const part = (name: string) => () => {
    seen.push(name);
    return new Promise<void>((done) => ends.push(done));
  };
  const end = async () => {
    ends.shift()?.();
    await settle();
  };
  return { seen, end, request: oneAtATime(part('run'), part('rest')) };
}

test('the first request runs at once, and those during a run cause one more after the rest', async () => {
  const { seen, end, request } = watched();
  request();
  expect(seen).toEqual(['run']);
  request();
  request();
  await end();
  expect(seen).toEqual(['run', 'rest']);
  await end();
  expect(seen).toEqual(['run', 'rest', 'run']);
  await end();
  await end();
  expect(seen).toEqual(['run', 'rest', 'run', 'rest']);
});

test('a request during the rest waits for its end, and one after it runs at once', async () => {
  const { seen, end, request } = watched();
  request();
  await end();
  request();
  expect(seen).toEqual(['run', 'rest']);
  await end();
  expect(seen).toEqual(['run', 'rest', 'run']);
  await end();
  await end();
  request();
  expect(seen).toEqual(['run', 'rest', 'run', 'rest', 'run']);
});

test('a failed run ends; the next request starts a new one', async () => {
  let runs = 0;
  const request = oneAtATime(async () => {
    runs += 1;
    if (runs === 1) throw new Error('no store');
  });
  request();
  await settle();
  request();
  await settle();
  expect(runs).toBe(2);
});
