import { expect, test } from 'vitest';
import type { FieldConflict } from '#contract/commands/commands.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import type { OutboxEntry, Row } from '#src/store/tables/tables.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import {
  bitLabel,
  differences,
  fieldName,
  isConflict,
  linesOf,
  mergedFields,
  offeredSide,
  pinsMovedBy,
  resolutionOf,
  similarTo,
  theirsNow,
} from './conflict-lines.ts';

const conflict = (over: Partial<FieldConflict> = {}): FieldConflict => ({
  collection: 'job',
  id: 7,
  field: 'billRate',
  seen: 71,
  now: 72.5,
  wanted: 74,
  by: 'Ana',
  at: '2026-11-21T09:44:00.000Z',
  ...over,
});
const parked = (entry: number, name: string, args: unknown, ...conflicts: FieldConflict[]): OutboxEntry => ({
  entry,
  clientId: 'lane',
  seq: entry,
  name,
  args,
  pre: {},
  dependsOn: [],
  actor: 'Ben',
  createdAt: '2026-11-21T09:41:00.000Z',
  fingerprint: '',
  state: 'parked',
  parked: { code: 'conflict', message: '', conflicts },
  sent: true,
  tries: 0,
  before: [],
  rows: conflicts.map(({ collection, id }) => `${collection}/${id}`),
  rev: null,
  result: null,
});
const rateOf = (entry: number, id: number) =>
  parked(entry, 'job.edit.v1', { id, field: 'billRate', value: 74 }, conflict({ id }));
const mapOf = (entry: number, ...ids: number[]) =>
  parked(
    entry,
    'value.map.v1',
    { ids, mappedId: '9', certainty: null },
    ...ids.map((id) => conflict({ collection: 'mapValue', id, field: 'mappedId', seen: null, now: '8', wanted: '9' })),
  );

test('Two changed fields of a job are decided in one place; the same conflict on other jobs is similar', () => {
  const facility = parked(2, 'job.map.v1', {}, conflict({ field: 'facilityMap' }));
  const all = [rateOf(1, 7), facility, rateOf(3, 8), mapOf(4, 5)];
  const lines = linesOf(rateOf(1, 7), all);
  expect(lines.map(({ entry, fields }) => [entry.entry, fields[0]?.field])).toEqual([
    [1, 'billRate'],
    [2, 'facilityMap'],
  ]);
  expect(similarTo(rateOf(1, 7), lines, all).map(({ entry }) => entry)).toEqual([3]);
});

test('Mine is the default for a mapping, theirs for rates and states', () => {
  expect([mapOf(1, 5), rateOf(1, 7), parked(1, 'job.cancel.v1', {}, conflict())].map(offeredSide)).toEqual([
    'mine',
    'theirs',
    'theirs',
  ]);
});

test('Of a change to several rows, only the chosen rows are sent again', () => {
  const entry = mapOf(1, 5, 6);
  const lines = linesOf(entry, [entry]);
  const keys = lines.map(({ key }) => key);
  expect(resolutionOf(entry, lines, new Set(keys))).toEqual({ kind: 'retry' });
  expect(resolutionOf(entry, lines, new Set())).toEqual({ kind: 'discard' });
  expect(resolutionOf(entry, lines, new Set(keys.slice(1)))).toEqual({
    kind: 'edit',
    args: { ids: [6], mappedId: '9', certainty: null },
  });
});

test('[K8] Theirs is the current value, even if it changed after the refusal: a user never overwrites a value unseen', () => {
  const job = aJob({ id: 7, billRate: 80, locks: { billRate: { by: 'Cid', at: '2026-11-21T10:00:00.000Z', was: 71 } } });
  expect(theirsNow(conflict(), job as unknown as Row)).toEqual({ now: 80, by: 'Cid', at: '2026-11-21T10:00:00.000Z' });
  expect(theirsNow(conflict({ now: 80 }), job as unknown as Row)).toMatchObject({ now: 80, by: 'Ana' });
  expect(theirsNow(conflict(), undefined)).toMatchObject({ now: 72.5 });
});

test('Other fields that someone set in the meantime are merged and listed', () => {
  const lock = (by: string, at: string) => ({ by, at, was: null });
  const job = aJob({
    locks: {
      billRate: lock('Ana', '2026-11-21T09:44:00.000Z'),
      startDate: lock('Ana', '2026-11-21T09:45:00.000Z'),
      otRate: lock('Ana', '2026-11-20T09:45:00.000Z'),
      permFee: lock('Ben', '2026-11-21T09:45:00.000Z'),
    },
  });
  const entry = rateOf(1, 7);
  expect(mergedFields(job, entry, linesOf(entry, [entry]), defaultNames)).toEqual(['Start']);
});

test('Differences are marked by word', () => {
  expect(differences('Mercy General Sacramento', 'Mercy San Juan')).toEqual([
    { words: 'Mercy', differs: false },
    { words: 'General Sacramento', differs: true },
  ]);
  expect(differences('74.00', '72.50')).toEqual([{ words: '74.00', differs: true }]);
});

test('Compared fields and bits have the labels that users know', () => {
  const { manuallyCancelled, onHold } = { manuallyCancelled: 'chgMap.manuallyCancelled', onHold: 'chgMap.onHold' };
  expect([
    bitLabel('job.cancel.v1', manuallyCancelled, true),
    bitLabel('job.post.v1', onHold, false),
    bitLabel('job.edit.v1', 'billRate', 1),
  ]).toEqual(['Canceled', 'Not on hold', null]);
  expect([
    fieldName('job.cancel.v1', manuallyCancelled, defaultNames),
    fieldName('value.map.v1', 'mappedId', defaultNames),
    fieldName('job.map.v1', 'facilityMap', defaultNames),
    fieldName('job.edit.v1', 'billRate', defaultNames),
  ]).toEqual(['Status', 'Mapped to', 'Facility', 'Bill rate']);
});

test('A rule change that affects pinned jobs is accepted or not: it is no conflict of two values', () => {
  const entry = parked(1, 'rule.save.v1', {}, conflict({ collection: 'goldenJob', id: 51 }));
  expect(isConflict(entry)).toBe(false);
  expect(pinsMovedBy(entry)).toEqual([51]);
  expect(isConflict(parked(2, 'job.edit.v1', {}, conflict()))).toBe(true);
});
