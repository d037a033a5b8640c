import { expect, test } from 'vitest';
import { changedSince, idsOf, ifMade, inDoubt, longAgo, remembered } from './sent-values.ts';

const sent = { title: 'RN', billRate: 70, address: { city: 'Reno', state: 'NV' }, dateEnd: null, specialties: ['101'] };

test('only fields that differ are changed; the order of keys in the database does not matter', () => {
  expect(changedSince(sent, { ...sent, address: { state: 'NV', city: 'Reno' } })).toEqual({});
  expect(changedSince(sent, { ...sent, billRate: 71 })).toEqual({ billRate: { before: 70, after: 71 } });
});

test('a field that was never sent differs, even if it is empty now', () => {
  expect(changedSince({}, { dateEnd: null })).toEqual({ dateEnd: { before: undefined, after: null } });
});

test('a long text is stored as its digest and sent in full', () => {
  const description = 'x'.repeat(5_000);
  const kept = remembered({ description });
  expect(JSON.stringify(kept).length).toBeLessThan(120);
  expect(changedSince(kept, { description })).toEqual({});
  expect(changedSince(kept, { description: `${description}y` })['description']?.after).toHaveLength(5_001);
});

test('after a call with an unknown result the earlier value is sent again, and a list includes all ids it may hold', () => {
  const changes = changedSince(sent, { ...sent, billRate: 71, specialties: ['102'] });
  const doubtful = inDoubt(sent, changes);
  expect(doubtful).toMatchObject({ title: 'RN' });
  expect(idsOf(doubtful['specialties'])).toEqual(['101', '102']);
  expect(Object.keys(changedSince(doubtful, sent)).sort()).toEqual(['billRate', 'specialties']);
});

test('a list that was about to be filled for the first time is sent again after a call with an unknown result', () => {
  const changes = changedSince({ ...sent, specialties: [] }, { ...sent, specialties: ['101'] });
  expect(Object.keys(changedSince(inDoubt(sent, changes), sent))).toEqual(['specialties']);
});

test('after an interrupted create, lists are uncertain and other fields are as sent', () => {
  const made = ifMade(sent, null);
  expect(made).toMatchObject({ title: 'RN', billRate: 70 });
  expect(idsOf(made['specialties'])).toEqual(['101']);
  expect(Object.keys(changedSince(made, sent))).toEqual(['specialties']);
});

test('if an earlier call may have created the job order, every field is sent again and its lists are uncertain', () => {
  const doubtful = ifMade({ ...sent, specialties: ['102'] }, ifMade(sent, null));
  expect(Object.keys(doubtful)).toEqual(['specialties']);
  expect(idsOf(doubtful['specialties'])).toEqual(['101', '102']);
});

test('long ago: only the ids that a list may hold are known', () => {
  expect(longAgo(sent)).toEqual({ specialties: { maybe: ['101'] } });
  expect(longAgo(longAgo(sent))).toEqual({ specialties: { maybe: ['101'] } });
});
