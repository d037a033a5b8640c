import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { has } from '../jobs/flags.ts';
import { jobAt } from './job-at.ts';

const job = aJob({ id: 1, billRate: 74, city: 'Reno', chgMap: 4, extra: { ward: 'B' } });
const at = (minute: number) => `2026-11-21T12:0${minute}:00.000Z`;
const lines = [
  { id: 9, at: at(9), field: 'billRate', before: 72 },
  { id: 8, at: at(8), field: 'onHold', before: false },
  { id: 7, at: at(7), field: 'ward', before: null },
  { id: 6, at: at(6), field: 'billRate', before: 71 },
  { id: 5, at: at(5), field: 'post.1', before: 'wanted' },
  { id: 4, at: at(4), field: 'city', before: 'Sparks' },
];

test('a job is shown as it stood right after a line: later changes are taken back, the line itself and older ones are not', () => {
  const then = jobAt(job, lines, { id: 5, at: at(5) });
  expect(then.job).toMatchObject({ billRate: 71, city: 'Reno', extra: { ward: null } });
  expect(has(then.job.chgMap, 'onHold')).toBe(false);
  expect([...then.changed]).toEqual([
    ['billRate', 71],
    ['onHold', false],
    ['ward', null],
  ]);
  expect(jobAt(job, lines, { id: 6, at: at(6) }).job.billRate).toBe(72);
  expect(jobAt(job, lines, { id: 3, at: at(3) })).toMatchObject({ job: { city: 'Sparks' } });
  expect(jobAt(job, lines, { id: 3, at: at(3) }).changed.get('post.1')).toBe('wanted');
});

test('at the newest line the job is as it is now', () => {
  expect(jobAt(job, lines, { id: 9, at: at(9) })).toEqual({ job, changed: new Map() });
});

test('lines of one moment belong together, whichever of them is chosen', () => {
  const together = lines.map((line) => (line.id === 6 || line.id === 7 ? { ...line, at: at(6) } : line));
  expect(jobAt(job, together, { id: 6, at: at(6) })).toEqual(jobAt(job, together, { id: 7, at: at(6) }));
  expect([...jobAt(job, together, { id: 6, at: at(6) }).changed.keys()]).toEqual(['billRate', 'onHold']);
});
