import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { fieldNamed, fieldOf, fields } from './catalogue.ts';

test('the documented ids do not change: 8 needs a value, 26 is the note, 34 the VMS notes, 128 a local variable', () => {
  expect(fields.filter((field) => field.needsValue).map((field) => field.id)).toEqual([8]);
  expect(fieldOf(26)).toMatchObject({ key: 'note', home: 'job' });
  expect(fieldOf(34)).toMatchObject({ key: 'vmsNotes', home: 'extra' });
  expect(fieldOf(128)).toMatchObject({ home: 'variable', writable: true });
});

test('there are about 250 fields; no id, key or label occurs twice', () => {
  expect(fields.length).toBeGreaterThanOrEqual(240);
  for (const of of ['id', 'key', 'label'] as const) expect(new Set(fields.map((field) => field[of])).size).toBe(fields.length);
});

test('a label is never the key of another field', () => {
  for (const field of fields) {
    expect(fieldNamed(field.label)?.id).toBe(field.id);
    expect(fieldNamed(field.key.toUpperCase())?.id).toBe(field.id);
  }
});

test('a field of the job row is a field of every job, and every value of a job is in the catalog', () => {
  const told = new Set(fields.filter((field) => field.home === 'job').map((field) => field.key));
  const job = aJob();
  for (const key of told) expect(Object.hasOwn(job, key), key).toBe(true);
  const bookkeeping: (keyof JobRow)[] = [
    ...(['id', 'chgMap', 'locks', 'extra', 'ruled', 'posts'] as const),
    ...([
      'rateChangedAt',
      'canceledAt',
      'attachments',
      'assigneeId',
      'assignee',
      'checking',
      'noteCount',
      'sameOrder',
      'acceptedRate',
      'readings',
    ] as const),
    ...(['assignedByHand', 'assignmentRuleId'] as const),
  ];
  const mapping = Object.keys(job).filter((key) => /(?:ValueId|Map)$/.test(key));
  const untold = Object.keys(job).filter((key) => !told.has(key));
  expect(untold.sort()).toEqual([...bookkeeping, ...mapping.filter((key) => key !== 'chgMap')].sort());
});

test('lookups name their list, and other fields have none', () => {
  for (const field of fields) expect(field.lookup !== null).toBe(field.type === 'lookup');
});
