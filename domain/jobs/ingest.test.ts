import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { flag } from './flags.ts';
import { ingest, withdraw } from './ingest.ts';
import { withEdit, withManualCancel, withoutManualCancel } from './overrides.ts';

const at = '2026-11-20T00:00:00.000Z';
const ann = { by: 'Ann', at: '2026-11-02T00:00:00.000Z' };

test('a new job has the values of its feed and an end date from start and duration', () => {
  const job = aJob();
  expect(job).toMatchObject({ status: 'Open', endDate: '2027-03-02', chgMap: 0, locks: {}, posts: [], currency: 'USD' });
});

test('an unchanged job is not written again', () => {
  const job = aJob();
  expect(ingest(job, { billRate: 92.5 }, job, at)).toEqual({ row: job, changes: [], written: false });
});

test('extra values of a feed never become job fields, and new jobs share no objects', () => {
  const ids = { facilityValueId: null, degreeValueId: null, specialtyValueId: null, shiftValueId: null };
  const place = { id: 7, taskId: 1, sourceId: 3, source: 'Harbor VMS', providerJobId: 'HV-7', ...ids };
  const given = { billRate: 92.5, extra: { Badge: 'yes' }, idDerived: true };
  const first = ingest(null, given, place, at).row;
  expect(first.extra).toEqual({});
  expect(first).not.toHaveProperty('idDerived');
  const second = ingest(null, given, place, at).row;
  expect(second.locks).not.toBe(first.locks);
  expect(second.posts).not.toBe(first.posts);
});

test('a changed value is written and recorded in history; a field that the feed lacks stays', () => {
  const job = aJob({ note: 'kept' });
  const { row, changes, written } = ingest(job, { billRate: 95 }, job, at);
  expect(row).toMatchObject({ billRate: 95, note: 'kept', changedAt: at });
  expect(changes).toEqual([{ field: 'billRate', before: 92.5, after: 95 }]);
  expect(written).toBe(true);
});

test('who works on a job and how many notes it has stay when it is collected again, withdrawn and listed again', () => {
  const job = aJob({ assigneeId: 5, assignee: 'Ann', noteCount: 2 });
  const { id, taskId, sourceId, source, providerJobId, facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = job;
  const texts = { facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
  const place = { id, taskId, sourceId, source, providerJobId, ...texts };
  const gone = withdraw(ingest(job, { billRate: 95 }, place, at).row, at).row;
  expect(ingest(gone, { status: 'Open' }, place, at).row).toMatchObject({
    assigneeId: 5,
    assignee: 'Ann',
    noteCount: 2,
    status: 'Open',
    billRate: 95,
  });
});

test('a locked field keeps its value; only the value it would return to changes', () => {
  const job = withEdit(aJob(), 'billRate', 99, ann);
  const { row, changes, written } = ingest(job, { billRate: 95 }, job, at);
  expect(row.billRate).toBe(99);
  expect(row.locks['billRate']).toEqual({ ...ann, was: 95 });
  expect(row.changedAt).toBe(job.changedAt);
  expect({ changes, written }).toEqual({ changes: [], written: true });
});

test('a new duration from the vendor changes the end date of a job with a manual start date', () => {
  const job = withEdit(aJob(), 'startDate', '2026-12-15', ann);
  const { row } = ingest(job, { durationDays: 7 }, job, at);
  expect(row.endDate).toBe('2026-12-22');
  expect(row.locks['endDate']?.was).toBe('2026-12-08'); // from the vendor's own start date
});

test('[P16] an end date from the vendor takes precedence over start plus duration', () => {
  const job = aJob();
  expect(ingest(job, { startDate: '2026-12-02', durationDays: 91, endDate: '2027-05-01' }, job, at).row.endDate).toBe(
    '2027-05-01',
  );
});

test('a job that disappears from the feed is canceled by the vendor, and open again when it returns', () => {
  const gone = withdraw(aJob(), at).row;
  expect(gone.status).toBe('Cancelled');
  expect(ingest(gone, { status: 'Open' }, gone, at).row.status).toBe('Open');
});

test('collection never reopens a manually cancelled job', () => {
  const job = withManualCancel(aJob(), ann);
  const { row } = ingest(job, { status: 'Open' }, job, at);
  expect(row.status).toBe('Cancelled');
  const gone = withdraw(row, at).row;
  expect(withoutManualCancel(gone).status).toBe('Cancelled'); // the vendor no longer lists it
});

test('a job that the vendor filled has the filled bit until it opens again', () => {
  const job = aJob();
  const filled = ingest(job, { status: 'Filled' }, job, at).row;
  expect(filled.chgMap).toBe(flag.filled);
  expect(ingest(filled, { status: 'Open' }, filled, at).row.chgMap).toBe(0);
});
