import type { Request } from './request.ts';

/** One job that exists and one that does not, to record both results. */
const ids = ['1', 4711];

export const stagingRequests: readonly Request[] = [
  {
    call: 'POST /api/staging/list/:cust/:targetId/:pageSize/:page/:sourceId',
    url: '/api/staging/list/me/1/20/1/-1',
    body: { sort: 'Facility', fmapped: 1, state: 'CA', jstatus: '2', newjobs: 0, client: 'mercy' },
  },
  { call: 'GET /api/staging/getchildren/:cust/:jobId', url: '/api/staging/getchildren/me/1' },
  { call: 'POST /api/staging/holdexport/:cust/:targetId', url: '/api/staging/holdexport/me/1', body: ids },
  { call: 'POST /api/staging/offhold/:cust/:targetId', url: '/api/staging/offhold/me/1', body: ids },
  { call: 'POST /api/staging/hide/:cust/:targetId', url: '/api/staging/hide/me/1', body: ids },
  { call: 'POST /api/staging/show/:cust/:targetId', url: '/api/staging/show/me/1', body: ids },
  {
    call: 'POST /api/staging/getpostdata/:cust/:targetId',
    url: '/api/staging/getpostdata/me/1',
    body: [1, 5],
    empty: { '0.reasons': 'the job may be posted' },
  },
  { call: 'POST /api/staging/posttotarget/:cust/:targetId/:recreate', url: '/api/staging/posttotarget/me/1/0', body: [1, 2] },
  {
    call: 'POST /api/staging/manualupdate/:cust/:fieldCode',
    url: '/api/staging/manualupdate/me/1',
    body: { ID: '1', BillRate: '99.5' },
    empty: { refused: 'a call for one job is refused as a whole' },
  },
  {
    call: 'POST /api/staging/rate/removeManual/:cust/:fieldCode',
    url: '/api/staging/rate/removeManual/me/1',
    body: { ID: 1 },
    empty: { refused: 'a call for one job is refused as a whole' },
  },
  {
    call: 'POST /api/staging/formatdescription',
    url: '/api/staging/formatdescription',
    body: { description: '<p onclick="run()">Shift: 3x12 nights</p><script>run()</script><ul><li>BLS<li>ACLS</ul>' },
  },
  { call: 'POST /api/staging/cancel/:cust', url: '/api/staging/cancel/me', body: ids },
  { call: 'POST /api/staging/open/:cust', url: '/api/staging/open/me', body: ids },
];
