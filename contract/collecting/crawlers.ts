import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { CrawlerSettings } from '../rows/crawler-settings.ts';
import { CrawlerKind } from '../rows/rows.ts';
import { Recipe } from './recipe.ts';

/** The documented key-value map of a crawler. */
const Settings = CrawlerSettings.extend({
  onlyLabel: wire('OnlyLabel', CrawlerSettings.shape.onlyLabel),
  hideFromWizard: wire('HideFromWizard', CrawlerSettings.shape.hideFromWizard),
});
/** The steps of a web portal. Only administrators see them. */
const Tags = z.array(z.string().trim().min(1, 'A tag needs a text').max(50, 'Shorten the tag to 50 characters')).max(50);

const off = { active: false, customizable: false, adminOnly: false, text: '' };
const settings: z.infer<typeof CrawlerSettings> = {
  url: { active: true, customizable: true, adminOnly: false, text: 'Feed URL' },
  username: off,
  password: off,
  orgKey: off,
  secretKey: off,
  description: off,
  label: off,
  switch: off,
  onlyLabel: false,
  hideFromWizard: false,
  presetOrgKey: false,
};

const basic = { id: wire('ID', z.number()), name: wire('Name', z.string()), site: wire('Site', z.string()) };
const basicExample = { id: 1, name: 'Feed', site: 'Any address' };

export const listCrawlers = endpoint('GET /api/agent', {
  about: 'The catalog of crawlers whose name and site contain these texts, deleted ones too, with the customers that use each.',
  args: z.object({
    name: wire('fltName', z.string().max(200).default('')),
    site: wire('fltSite', z.string().max(200).default('')),
  }),
  reply: z.array(
    z.object({
      ...basic,
      kind: CrawlerKind,
      tags: wire('Tags', z.array(z.string())),
      isDeleted: wire('Del_Fl', z.boolean()),
      hideFromWizard: wire('HideFromWizard', z.boolean()),
      customers: z.number(),
      tasks: z.number(),
    }),
  ),
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: [{ ...basicExample, kind: 'feed', tags: ['xml'], isDeleted: false, hideFromWizard: false, customers: 3, tasks: 5 }],
});

export const listCrawlerTags = endpoint('GET /api/agent/tags', {
  about: 'Every tag of the catalog of crawlers, by name.',
  args: z.object({}),
  reply: z.array(z.string()),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: ['healthcare', 'xml'],
});

const Crawler = z.object({
  ...basic,
  about: z.string(),
  kind: CrawlerKind,
  tags: wire('Tags', z.array(z.string())),
  settings: wire('CrawlerSettings', Settings),
  isDeleted: wire('Del_Fl', z.boolean()),
  recipe: Recipe.nullable(),
  /** Whether the preset org key is stored. The key itself never leaves the service. */
  hasOrgKey: z.boolean(),
  customers: z.number(),
  tasks: z.number(),
  changedBy: z.string().nullable(),
  changedAt: Instant.nullable(),
});

export const readCrawler = endpoint('GET /api/agent/detail/:id', {
  about: 'One crawler with all that administrators edit of it. 0 is a new one, with every field off.',
  args: z.object({ id: IdOrNone }),
  reply: Crawler,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    ...basicExample,
    about: 'Reads CSV, TXT, XLSX, XML or JSON from an address',
    kind: 'feed',
    tags: ['xml'],
    settings,
    isDeleted: false,
    recipe: null,
    hasOrgKey: false,
    customers: 3,
    tasks: 5,
    changedBy: null,
    changedAt: null,
  },
});

/** What happened to each row, by the documented name of its table. */
const Results = z.record(
  z.string(),
  z.array(
    z.object({
      name: wire('Name', z.string()),
      active: wire('Active', z.boolean()),
      status: wire('Status', z.string()),
      /** Blank if nothing is wrong. */
      error: wire('ErrorMsg', z.string()),
    }),
  ),
);
const resultsExample: z.infer<typeof Results> = {
  Crawlers: [{ name: 'Feed', active: true, status: 'Saved', error: '' }],
  Tasks: [{ name: 'Harborview: Medloop', active: true, status: 'Awaiting Setup', error: '' }],
};

export const saveCrawler = endpoint('POST /api/agent/detail/update', {
  about:
    'Saves a crawler, or adds one with ID 0, and says what became of it and of the tasks that it changed. `OrgKey` sets the preset org key: absent keeps it, null removes it.',
  args: z.object({
    id: wire('ID', IdOrNone),
    name: wire('Name', z.string().trim().min(1, 'Name the crawler').max(100, 'Shorten this to 100 characters')),
    site: wire('Site', z.string().trim().max(200, 'Shorten this to 200 characters')),
    about: z.string().trim().max(500, 'Shorten this to 500 characters'),
    kind: CrawlerKind,
    tags: wire('Tags', Tags),
    settings: wire('CrawlerSettings', Settings),
    isDeleted: wire('Del_Fl', z.boolean()),
    recipe: Recipe.nullable(),
    orgKey: wire('OrgKey', z.string().trim().min(1, 'Enter the org key').max(500).nullable().optional()),
  }),
  reply: Results,
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: resultsExample,
});

export const syncCrawlers = endpoint('POST /api/sync/crawler', {
  about: 'Sends the catalog to all devices and checks each crawler and each task that lacks what its crawler asks for.',
  args: z.object({}),
  reply: Results,
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: resultsExample,
});

const OfferedCrawler = z.object({
  ...basic,
  about: z.string(),
  kind: CrawlerKind,
  settings: wire('CrawlerSettings', Settings),
});
const offeredExample = {
  ...basicExample,
  about: 'Reads CSV, TXT, XLSX, XML or JSON from an address',
  kind: 'feed' as const,
  settings,
};

export const listOfferedCrawlers = endpoint('GET /api/agent/fulllist', {
  about: 'The crawlers that tasks can use, with the fields of their tasks; with `isWizard` those that a new task may choose.',
  args: z.object({ isWizard: z.enum(['true', 'false', '1', '0', ''], 'Send true or false').default('false') }),
  reply: z.array(OfferedCrawler),
  fails: ['invalid', 'forbidden'],
  needs: 'tasks.read',
  offline: 'replicated',
  example: [offeredExample],
});

export const listBasicCrawlers = endpoint('GET /api/agent/basic', {
  about: 'Ids, names and sites of all crawlers, for filters.',
  args: z.object({}),
  reply: z.array(z.object(basic)),
  fails: [],
  needs: 'session',
  offline: 'replicated',
  example: [basicExample],
});

export const readCrawlerProperties = endpoint('GET /api/crawler/:id/properties', {
  about: 'The fields that the tasks of a crawler have.',
  args: z.object({ id: Id }),
  reply: OfferedCrawler,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'tasks.read',
  offline: 'replicated',
  example: offeredExample,
});

export const listCrawlerCustomers = endpoint('GET /api/customerbycrawler/:cust/:crawler', {
  about: 'The customers that have a task of a crawler, by name, with how many; -1 for all customers of an administrator.',
  args: z.object({ cust: CustomerRef, crawler: Id }),
  reply: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** Its tasks of this crawler, how many of them are switched on, and when one last collected. */
      tasks: z.number(),
      active: z.number(),
      lastSuccessAt: Instant.nullable(),
    }),
  ),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'tasks.read',
  offline: 'online',
  example: [{ id: 2, name: 'Harborview Staffing', tasks: 2, active: 1, lastSuccessAt: '2026-11-21T09:00:00.000Z' }],
});

export const crawlerEndpoints = [
  listCrawlers,
  listCrawlerTags,
  readCrawler,
  saveCrawler,
  syncCrawlers,
  listOfferedCrawlers,
  listBasicCrawlers,
  readCrawlerProperties,
  listCrawlerCustomers,
];
