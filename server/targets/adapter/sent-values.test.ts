import { expect, test } from 'vitest';
import { changedSince, idsOf, ifMade, inDoubt, longAgo, remembered } from './sent-values.ts';

const sent = { title: 'RN', billRate: 70, address: { city: 'Reno', state: 'NV' }, dateEnd: null, specialties: ['101'] };

test('only fields that differ are changed, whatever the order of keys the database gives back', () => {
  expect(changedSince(sent, { ...sent, address: { state: 'NV', city: 'Reno' } })).toEqual({});
  expect(changedSince(sent, { ...sent, billRate: 71 })).toEqual({ billRate: { before: 70, after: 71 } });
});

test('a field that was never sent differs even where it is empty now', () => {
  expect(changedSince({}, { dateEnd: null })).toEqual({ dateEnd: { before: undefined, after: null } });
});

test('a long text is remembered by its digest and sent whole', () => {
  const description = 'x'.repeat(5_000);
  const kept = remembered({ description });
  expect(JSON.stringify(kept).length).toBeLessThan(120);
  expect(changedSince(kept, { description })).toEqual({});
  expect(changedSince(kept, { description: `${description}y` })['description']?.after).toHaveLength(5_001);
});

test('after a call of unknown fate the earlier value is sent again, and a list knows all that may stand there', () => {
  const changes = changedSince(sent, { ...sent, billRate: 71, specialties: ['102'] });
  const doubtful = inDoubt(sent, changes);
  expect(doubtful).toMatchObject({ title: 'RN' });
  expect(idsOf(doubtful['specialties'])).toEqual(['101', '102']);
  expect(Object.keys(changedSince(doubtful, sent)).sort()).toEqual(['billRate', 'specialties']);
});

test('a list that was to be filled for the first time is sent again after a call of unknown fate', () => {
  const changes = changedSince({ ...sent, specialties: [] }, { ...sent, specialties: ['101'] });
  expect(Object.keys(changedSince(inDoubt(sent, changes), sent))).toEqual(['specialties']);
});

test('of a call that makes a job order and breaks off, lists may stand there and fields stand as sent', () => {
  const made = ifMade(sent, null);
  expect(made).toMatchObject({ title: 'RN', billRate: 70 });
  expect(idsOf(made['specialties'])).toEqual(['101']);
  expect(Object.keys(changedSince(made, sent))).toEqual(['specialties']);
});

test('where an earlier call may have made the job order, every field is sent again and its lists may still stand', () => {
  const doubtful = ifMade({ ...sent, specialties: ['102'] }, ifMade(sent, null));
  expect(Object.keys(doubtful)).toEqual(['specialties']);
  expect(idsOf(doubtful['specialties'])).toEqual(['101', '102']);
});

test('long ago nothing is certain but which ids may stand in a list', () => {
  expect(longAgo(sent)).toEqual({ specialties: { maybe: ['101'] } });
  expect(longAgo(longAgo(sent))).toEqual({ specialties: { maybe: ['101'] } });
});
