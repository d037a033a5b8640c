import { expect, test } from 'vitest';
import { printQuery } from '../query/print-query.ts';
import { filterChips, filterFields, type JobFilter, ruledFilter } from './documented-filter.ts';

const schema = {
  fields: [
    ...filterFields,
    { key: 'state', label: 'State', type: 'text' as const, exact: true },
    { key: 'status', label: 'Status', type: 'text' as const, exact: true },
  ],
  is: [],
  flag: [],
};
const queryOf = (filter: JobFilter) => printQuery(filterChips({ all: 1, ...filter }), schema);

test.each<[JobFilter, string]>([
  [{}, ''],
  [{ all: 0 }, '-is:hidden'],
  [{ all: 0, jstatus: 5 }, 'is:hidden'],
  [{ jstatus: 1 }, '-is:posted'],
  [{ jstatus: 2 }, 'is:open'],
  [{ jstatus: 3 }, 'is:cancelled'],
  [{ jstatus: 4 }, 'is:held'],
  [{ imported: 2 }, 'is:posted'],
  [{ mappingStatus: 1 }, 'is:mapped'],
  [{ mappingStatus: 2, fmapped: 1, dmapped: 2, smapped: 0, shmapped: 1 }, 'is:unmapped -is:nofacility is:nodegree -is:noshift'],
  [{ newjobs: 9 }, 'is:open firstSeenAt:<=1d'],
  [{ newjobs: 9, jstatus: 4 }, 'is:open firstSeenAt:<=1d'],
  [{ newjobs: 10, sdate: '2026-11-01', edate: '2026-11-20' }, 'firstSeenAt:2026-11-01..2026-11-20'],
  [{ newjobs: 10, sdate: '2026-11-01', jstatus: 3 }, 'firstSeenAt:2026-11-01..'],
  [{ newjobs: 10 }, ''],
  [{ sdate: '2026-12-01' }, 'startDate:2026-12-01..'],
  [{ certainty: 'low' }, 'facilityCertainty:<80'],
  [{ certainty: 'middle' }, 'facilityCertainty:>=80 facilityCertainty:<90'],
  [{ certainty: 'high', cert: 'RN' }, 'facilityCertainty:>=90 degree:RN'],
  [{ vendorStatus: 'Open, On Hold' }, 'status:Open,"On Hold"'],
  [
    { wt: 3, sid: 7, posted: '2026-11-01', changed: '2026-11-02' },
    'workType:3 sourceId:7 postedAt:2026-11-01.. changedAt:2026-11-02..',
  ],
  [
    { client: 'st mary', spec: 'ICU', jid: 'HV-7', state: 'nevada' },
    'facility:"st mary" specialty:ICU providerJobId:HV-7 state:NV',
  ],
  [{ zip: '894' }, 'zip:894'],
  [{ zip: '89501', distance: 25 }, 'near:89501~25'],
  [{ zip: '895', distance: 25 }, 'zip:895'],
  [{ sid: -1, wt: 0, distance: 50, zip: '', client: ' ' }, ''],
])('%j is the query %s', (filter, query) => {
  expect(queryOf(filter)).toBe(query);
});

test('the documented rules hold between new jobs and the job status', () => {
  const statusOf = (filter: JobFilter) => ruledFilter(filter).jstatus;
  expect([0, 1, 2, 3, 4, 5].map((jstatus) => statusOf({ newjobs: 9, jstatus: jstatus as 0 }))).toEqual([2, 2, 2, 2, 2, 2]);
  expect([0, 1, 2, 3, 4, 5].map((jstatus) => statusOf({ newjobs: 10, jstatus: jstatus as 0 }))).toEqual([0, 1, 2, 0, 0, 0]);
  expect([0, 1, 2, 3, 4, 5].map((jstatus) => statusOf({ newjobs: 0, jstatus: jstatus as 0 }))).toEqual([0, 1, 2, 3, 4, 5]);
});
