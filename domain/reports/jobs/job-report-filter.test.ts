import { expect, test } from 'vitest';
import { filtersInPath, jobFilterAt } from './job-report-filter.ts';

const at = (filters: Record<string, string>) => {
  const filter = jobFilterAt((name) => filters[name] ?? '');
  return Object.fromEntries(Object.entries(filter).filter(([key, value]) => key !== 'all' && value !== 0 && value !== ''));
};

test.each([
  [{}, {}],
  [
    { source: '3', state: 'TX', mapstate: '2' },
    { sid: 3, state: 'TX', mappingStatus: 2 },
  ],
  [
    { fmapped: '1', dmapped: '2', smapped: '1', shmapped: '2' },
    { fmapped: 1, dmapped: 2, smapped: 1, shmapped: 2 },
  ],
  [
    { newjobs: '9', jstatus: '4' },
    { newjobs: 9, jstatus: 2 },
  ],
  [
    { newjobs: '10', jstatus: '4', dates: '2026-11-01..2026-11-30' },
    { newjobs: 10, sdate: '2026-11-01', edate: '2026-11-30' },
  ],
  [
    { newjobs: '10', jstatus: '1', dates: '2026-11-30..2026-11-01' },
    { newjobs: 10, jstatus: 1, sdate: '2026-11-01', edate: '2026-11-30' },
  ],
  [{ newjobs: '10', dates: '2026-02-31..' }, { newjobs: 10 }],
  [{ dates: '2026-11-01..' }, {}],
  [{ jstatus: '5' }, { jstatus: 5 }],
  [
    { zip: '89501', distance: '25' },
    { zip: '89501', distance: 25 },
  ],
  [{ source: '=1', jstatus: '9', newjobs: '11', imported: '1', distance: '7', mapstate: '3' }, {}],
])('the address %j is the filter %j', (filters, filter) => {
  expect(at(filters)).toEqual(filter);
});

test('hidden jobs are among them', () => {
  expect(jobFilterAt(() => '').all).toBe(1);
});

const idOf = (name: string) => (name === 'Harbor VMS' ? 3 : null);

test.each([
  [{ source: '3', state: 'NV', status: '0' }, null, { source: '3', state: 'NV' }],
  [{ source: 'Harbor VMS' }, null, { source: '3' }],
  [{ source: 'Gone' }, null, { source: 'Gone' }],
  [{ source: '-1', state: '-1', status: '1' }, null, {}],
  [{ source: '-1', state: 'TX', status: '2' }, null, { state: 'TX', imported: '2' }],
  [{ source: '3', state: '-1', status: '3' }, '2026-11-20', { source: '3', newjobs: '10', dates: '2026-11-20..' }],
  [{ source: '3', state: '-1', status: '3' }, null, { source: '3', newjobs: '9' }],
  [{ source: '3', state: '-1', status: '3' }, '2026-02-31', { source: '3', newjobs: '9' }],
])('the path %j with the day %s is %j', (path, posted, filters) => {
  expect(filtersInPath(path, posted, idOf)).toEqual(filters);
});
