import { expect, test } from 'vitest';
import { localIdOf } from '#domain/commands/local-id.ts';
import {
  defaultIn,
  goneColumns,
  isCalled,
  looksAlike,
  mayChange,
  mayRemove,
  viewsIn,
  withKnown,
} from '#src/entities/report-view/saved-views.ts';
import { aConfiguration, aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { bodyOf, isStagingView, layoutOf } from './saved-views.ts';
import { readAddress, saysNothing, withAddress, withoutView } from './staging-address.ts';

const ann = { userId: 5, userRoleId: 3, administrator: false };
const body = aConfigurationBody({
  base: 'held',
  query: 'icu',
  sort: [{ key: 'billRate', descending: true }],
  group: ['state'],
});
const known = new Set(['providerJobId', 'facility', 'billRate']);
const at = (search: string) => readAddress(new URLSearchParams(search), false, body);

test('own views come first, by name; those of other reports and removed ones are left out', () => {
  const rows = [
    aConfiguration({ id: 1, name: 'Nights', ownerId: 6 }),
    aConfiguration({ id: 2, name: 'Weekends' }),
    aConfiguration({ id: 3, name: 'Days' }),
    aConfiguration({ id: 4, reportId: 2 }),
    aConfiguration({ id: 5, purged: true }),
    aConfiguration({ id: 6, body: aConfigurationBody({ base: 'report' }) }),
  ];
  expect(viewsIn(rows, ann, isStagingView).map(({ id }) => id)).toEqual([3, 2, 1]);
});

test('a view that this device created is found under its temporary id also after it was sent', () => {
  const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
  const sent = aConfiguration({ id: 9, ref });
  expect([isCalled(sent, 9), isCalled(sent, localIdOf(ref)), isCalled(sent, 8)]).toEqual([true, true, false]);
});

test('the own default goes before the one of the role; another person’s is none', () => {
  const role = aConfiguration({ id: 1, ownerId: 6, isDefault: true, roleIds: [3] });
  expect(defaultIn([role], ann)?.id).toBe(1);
  expect(defaultIn([role, aConfiguration({ id: 2, isDefault: true })], ann)?.id).toBe(2);
  expect(defaultIn([aConfiguration({ ownerId: 6, isDefault: true, roleIds: [4] })], ann)).toBeNull();
});

test('what an address leaves out is as the view says, and a change of it is written beside the view', () => {
  expect(at('cfid=7')).toEqual({ view: 'held', query: 'icu', sort: body.sort, group: ['state'], targetId: null });
  const changed = withAddress(new URLSearchParams('cfid=7'), { ...at('cfid=7'), query: '', group: [], sort: [] }, body);
  expect(changed.toString()).toBe('cfid=7&q=&sort=none&group=none');
  expect(at(changed.toString())).toMatchObject({ view: 'held', query: '', sort: [], group: [] });
  expect(withAddress(changed, at('cfid=7'), body).toString()).toBe('cfid=7');
  expect(withoutView(new URLSearchParams('cfid=7&q=&tid=4&state=NV&open=job:1')).toString()).toBe('tid=4&open=job%3A1');
});

test('only an address that says nothing opens the default view', () => {
  const says = (search: string, all = false) => !saysNothing(new URLSearchParams(search), all);
  expect(['view=triage', 'q=icu', 'tid=4', 'source=Harbor', 'status=2', 'cfid=4'].map((search) => says(search))).not.toContain(
    false,
  );
  expect([says(''), says('open=job:1'), says('', true)]).toEqual([false, false, true]);
});

test('a view is edited if it shows other jobs or other columns, not if a hidden column has another width', () => {
  const now = bodyOf(at('cfid=7'), layoutOf(body));
  expect(looksAlike(now, body, known)).toBe(true);
  expect(looksAlike({ ...now, widths: { ...body.widths, city: 90 } }, body, known)).toBe(true);
  for (const change of [
    { query: 'icu nights' },
    { columns: ['facility'] },
    { widths: { facility: 90 } },
    { density: 'compact' as const },
  ])
    expect(looksAlike({ ...now, ...change }, body, known)).toBe(false);
  expect(bodyOf(at('cfid=7'), { ...layoutOf(body), widths: { facility: 12.4 } }).widths).toEqual({ facility: 60 });
});

test('a column that is gone is named, left out, and no edit', () => {
  const old = { ...body, columns: [...body.columns, 'winter'], start: ['winter', 'providerJobId'], widths: { winter: 80 } };
  expect(goneColumns(old, known)).toEqual(['winter']);
  expect(withKnown(old, known)).toMatchObject({ columns: body.columns, start: ['providerJobId'], widths: {} });
  expect(looksAlike(bodyOf(at('cfid=7'), layoutOf(old)), old, known)).toBe(true);
});

test('who may change and remove a view', () => {
  const shared = aConfiguration({ ownerId: 6 });
  const ofRole = aConfiguration({ roleIds: [3] });
  const chief = { ...ann, userId: 8, administrator: true };
  expect([mayChange(shared, ann), mayRemove(shared, ann), mayRemove(shared, chief)]).toEqual([true, false, true]);
  expect([mayChange(ofRole, ann), mayRemove(ofRole, ann), mayChange(ofRole, chief)]).toEqual([false, false, true]);
});
