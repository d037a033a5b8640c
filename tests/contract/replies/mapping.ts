import { doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import type { Request } from './request.ts';

const grids = {
  facilities: 'GET /api/map/facilities/:cust/:targetId/:pageSize/:page/:mapState/:sourceId/:sort/:name',
  degrees: 'GET /api/map/degree/:cust/:target/:pageSize/:page/:mapstate/0',
  specialties: 'GET /api/map/specialty/:cust/:target/:pageSize/:page/:mapstate/:degreeId/0',
  shifts: 'GET /api/map/shift/:cust/:target/:pageSize/:page/:mapstate',
} as const;
const connection = {
  ID: 1,
  TargetName: 'Bullhorn',
  Disabled_Fl: false,
  UID: doubleCredentials.username,
  Psw: doubleCredentials.password,
  Misc: doubleCredentials.clientSecret,
  TargetURL: 'http://ats.example/rest-services/loginInfo',
  JsonSettings: { clientId: doubleCredentials.clientId, ownerId: 1, contactId: 2 },
};

const gridRequests: readonly Request[] = [
  // The name is base64 of `*general*`.
  { call: grids.facilities, url: '/api/map/facilities/me/1/20/1/0/0/0/KmdlbmVyYWwq' },
  { call: grids.facilities, url: '/api/map/facilities/me/1/20/1/2/3/1/-' },
  { call: grids.degrees, url: '/api/map/degree/me/1/20/1/1/0' },
  { call: grids.specialties, url: '/api/map/specialty/me/1/20/1/0/12/0' },
  { call: grids.shifts, url: '/api/map/shift/me/1/20/1/0?query=7p' },
];

const choiceRequests: readonly Request[] = [
  { call: 'GET /api/map/choices/:cust/:targetId/:type', url: '/api/map/choices/me/1/1?query=mercy&s=CA&c=Sacramento&page=1' },
  { call: 'GET /api/map/choices/:cust/:target/:type/-1/:degreeId', url: '/api/map/choices/me/1/3/-1/E3' },
  {
    call: 'GET /api/map/choices/:cust/:targetId/:type/:jobId/:degreeId/:facilityId',
    url: '/api/map/choices/me/1/1/3/-1/-1?query=&page=1',
  },
  { call: 'GET /api/map/filter/:cust/:targetId/1', url: '/api/map/filter/me/1/1?queryfilter=gen' },
  { call: 'POST /api/customer/target/save', url: '/api/customer/target/save', body: connection, prepares: true },
  {
    call: 'GET /api/staging/bullhorndata/picklist/:cust/:entity/:field',
    url: '/api/staging/bullhorndata/picklist/me/ClientCorporation/customText1',
  },
  { call: 'GET /api/premap/template', url: '/api/premap/template' },
];

const sourceRequests: readonly Request[] = [
  { call: 'GET /api/map/sources/all/:cust', url: '/api/map/sources/all/me' },
  { call: 'GET /api/sources/:id/grouping/list', url: '/api/sources/3/grouping/list?me=me' },
  { call: 'GET /api/sources/:id/sourcemap/list', url: '/api/sources/3/sourcemap/list?me=me' },
  { call: 'POST /api/sources/:id/grouping', url: '/api/sources/3/grouping?me=2', as: 'administrator', body: [4] },
  { call: 'POST /api/sources/:id/sourcemap', url: '/api/sources/4/sourcemap?me=2', as: 'administrator', body: ['MLW'] },
  { call: 'PUT /api/Sources', url: '/api/Sources', body: { ID: 4, Source: 'Medloop West', AutoPost: true, Alias: 'West' } },
];

const changeRequests: readonly Request[] = [
  {
    call: 'POST /api/map/save/:type/:cust/:targetId/:jobId/:chosenId',
    url: '/api/map/save/1/me/1/0/E1',
    body: { ID: 16, Certainty: 80 },
    empty: { refused: 'a call for one row is refused as a whole' },
  },
  {
    call: 'POST /api/map/save/:type/:cust/:targetId/:jobId/:chosenId',
    url: '/api/map/save/D/me/1/3/-1',
    body: {},
    empty: { refused: 'a call for one job is refused as a whole' },
  },
  { call: 'POST /api/map/AcceptAutoMap/:cust/:targetId/:type', url: '/api/map/AcceptAutoMap/me/1/F', body: ['15', 4711] },
  { call: 'POST /api/map/markunique/:cust/:targetId', url: '/api/map/markunique/me/1', body: [11, 4711] },
  { call: 'POST /api/map/save/iris/unbind/:cust/:targetId', url: '/api/map/save/iris/unbind/me/1', body: [4, 4711] },
];

const runRequests: readonly Request[] = [
  {
    call: 'POST /api/map/automapfacilities/:targetId/:cust',
    url: '/api/map/automapfacilities/1/me',
    body: {},
    prepares: true,
  },
  { call: 'GET /api/map/runs/:cust/:id', url: '/api/map/runs/me/1' },
];

export const mappingRequests: readonly Request[] = [
  ...gridRequests,
  ...choiceRequests,
  ...sourceRequests,
  ...changeRequests,
  ...runRequests,
];
