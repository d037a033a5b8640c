import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import type { Request } from './request.ts';
import { webhookKey } from './world.ts';

/** The id of the first crawler that an administrator adds. */
const firstOwnCrawlerId = 1000;
const { onlyLabel: OnlyLabel, hideFromWizard: HideFromWizard, ...flags } = settingsWith('url');

export const collectingRequests: readonly Request[] = [
  { call: 'GET /api/agent/fulllist', url: '/api/agent/fulllist?isWizard=true' },
  { call: 'GET /api/agent/basic', url: '/api/agent/basic' },
  { call: 'GET /api/agent/checkIsAdmin', url: '/api/agent/checkIsAdmin' },
  { call: 'GET /api/crawler/:id/properties', url: '/api/crawler/57/properties' },
  { call: 'GET /api/customerbycrawler/:cust/:crawler', url: '/api/customerbycrawler/me/1' },
  {
    call: 'POST /api/agent/list/:pageSize/:page/:cust',
    url: '/api/agent/list/10000/1/me',
    body: { t: 'med', a: '', k: '', u: '', s: 'active', id: '' },
  },
  { call: 'GET /api/agent/list/:cust', url: '/api/agent/list/me' },
  { call: 'GET /api/agent/stats/:cust', url: '/api/agent/stats/me' },
  {
    call: 'POST /api/webhook/:key',
    url: `/api/webhook/${webhookKey}`,
    as: null,
    body: { 'Job ID': 'M-9', Facility: 'Mercy', City: 'Sacramento', State: 'CA' },
  },
  { call: 'GET /api/errortypes', url: '/api/errortypes' },
  {
    call: 'POST /api/agent/detail/update',
    url: '/api/agent/detail/update',
    as: 'administrator',
    body: {
      ID: 0,
      Name: 'HWL',
      Site: 'HWL',
      about: '',
      kind: 'feed',
      Tags: ['HWL'],
      CrawlerSettings: { ...flags, OnlyLabel, HideFromWizard },
      Del_Fl: false,
      recipe: null,
    },
    prepares: true,
  },
  {
    call: 'POST /api/agent/checkhwl',
    url: '/api/agent/checkhwl',
    body: {
      objID: 'me',
      ID: 0,
      Name: 'HWL',
      Site: 'HWL',
      URL: 'https://127.0.0.1:9/jobs',
      EveryMinutes: 60,
      Disabled_Fl: true,
      id: firstOwnCrawlerId,
    },
  },
  {
    call: 'GET /api/vmsstatusmap/statuslist/:cust/:task/:text',
    url: '/api/vmsstatusmap/statuslist/me/1/Req%20Approved',
  },
  { call: 'GET /api/emailhistory/:cust', url: '/api/emailhistory/me?Status=3&pageSize=10' },
  { call: 'GET /api/emailhistory/:cust/:id', url: '/api/emailhistory/me/1' },
  {
    call: 'POST /api/admin/parse/:id',
    url: '/api/admin/parse/1',
    body: {},
    empty: { unread: 'no attachment', jobs: 'no parser takes it', refused: 'no parser takes it', warned: 'no parser takes it' },
  },
  { call: 'POST /api/admin/reprocess/:id', url: '/api/admin/reprocess/1', as: 'administrator', body: { accept: false } },
  { call: 'POST /api/emailhistory/accept/:cust/:id', url: '/api/emailhistory/accept/me/2', body: {} },
  { call: 'POST /api/emailhistory/refuse/:cust/:id', url: '/api/emailhistory/refuse/me/3', body: {} },
  {
    call: 'POST /api/agent/mailaddress/:cust/:id',
    url: '/api/agent/mailaddress/me/3',
    body: {},
    // The address itself is drawn.
    read: (reply) => (reply as { isOpen: boolean }).isOpen,
  },
  { call: 'GET /api/map/sources/:cust', url: '/api/map/sources/me' },
  { call: 'GET /api/custSources/:cust', url: '/api/custSources/me' },
  { call: 'POST /api/parsers', url: '/api/parsers', as: 'administrator', body: { ParserName: 'Acme orders' }, prepares: true },
  {
    call: 'POST /api/customer/parsers/update/:cust',
    url: '/api/customer/parsers/update/2',
    as: 'administrator',
    body: { Parser_ID: 1 },
    prepares: true,
  },
  { call: 'GET /api/customer/parsers/list', url: '/api/customer/parsers/list' },
];
