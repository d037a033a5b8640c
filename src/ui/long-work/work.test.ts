import { expect, test } from 'vitest';
import { paceText, progressLabel, type Work, withWork } from './work.ts';

const start = Date.parse('2026-11-21T08:00:00.000Z');
const work = (change: Partial<Work> = {}): Work => ({
  id: 'automap',
  title: 'Automatic mapping',
  phase: '',
  done: 0,
  total: null,
  startedAt: '2026-11-21T08:00:00.000Z',
  endedAt: null,
  state: 'running',
  words: '',
  to: null,
  cancelKeeps: null,
  next: null,
  ...change,
});

test('Progress needs a total to be a share, and is blank before anything is done', () => {
  expect(progressLabel(work({ done: 340, total: 1200 }))).toBe('340 of 1,200');
  expect(progressLabel(work({ done: 340 }))).toBe('340');
  expect(progressLabel(work())).toBe('');
});

test('Rate and time left appear after five seconds', () => {
  expect(paceText(work({ done: 100, total: 1000 }), start + 4_999)).toBe('');
  expect(paceText(work({ done: 100, total: 1000 }), start + 5_000)).toBe('20 per second · about 50 s left');
  expect(paceText(work({ done: 100, total: 10_000 }), start + 10_000)).toBe('10 per second · about 17 min left');
  expect(paceText(work({ done: 99, total: 100 }), start + 10_000)).toBe('10 per second · a few seconds left');
  expect(paceText(work({ done: 2, total: null }), start + 60_000)).toBe('2 per minute');
});

test('Work keeps its place while it runs, and moves to the top if it starts again', () => {
  const works = [work({ id: 'import' }), work()];
  expect(withWork(works, work({ done: 5 })).map(({ id, done }) => [id, done])).toEqual([
    ['import', 0],
    ['automap', 5],
  ]);
  expect(withWork(works, work({ startedAt: '2026-11-21T09:00:00.000Z' })).map(({ id }) => id)).toEqual(['automap', 'import']);
});
