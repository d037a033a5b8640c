import type { CrawlerSettings } from '#contract/rows/crawler-settings.ts';
import type { CrawlerKind } from '#contract/rows/rows.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';

/** A crawler as this build ships it. */
export type ShippedCrawler = {
  readonly id: number;
  readonly name: string;
  readonly site: string;
  readonly about: string;
  readonly kind: CrawlerKind;
  readonly tags: readonly string[];
  readonly settings: CrawlerSettings;
};

/** Feeds and files, with the documented id. New tasks begin with it. */
export const feedCrawlerId = 1;

/** Settings with what the vendor calls some of their fields. */
const called = (settings: CrawlerSettings, texts: Partial<Record<'url' | 'password' | 'username' | 'label', string>>) => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, { ...settings[field as keyof typeof texts], active: true, text }]),
  ),
});
/** A note in place of fields, for crawlers whose tasks have nothing to fill in. */
const noteOnly = (text: string): CrawlerSettings => {
  const note = { active: true, customizable: false, adminOnly: false, text };
  return { ...settingsWith(), label: note, onlyLabel: true };
};

/**
 * The catalog of this build. Ids are documented or free below 1000; 57 and 60 are the documented types that sign in with keys. 92, 93, 99
 * and 117 are left to crawlers with a preset org key, which the documents do not name.
 */
export const shippedCrawlers: readonly ShippedCrawler[] = [
  {
    id: feedCrawlerId,
    name: 'Feed',
    site: 'Any address',
    about: 'Reads CSV, TXT, XLSX, XML or JSON from an address',
    kind: 'feed',
    tags: ['feed'],
    settings: called(settingsWith('url', 'description'), { url: 'Feed URL' }),
  },
  {
    id: 2,
    name: 'File upload',
    site: 'Uploaded files',
    about: 'Takes the files that people upload',
    kind: 'file',
    tags: ['file'],
    settings: noteOnly('Choose the file on the screen Upload jobs. This task keeps what its source needs to read it.'),
  },
  {
    id: 3,
    name: 'Email',
    site: 'Vendor emails',
    about: 'Reads jobs from the emails of a vendor',
    kind: 'mail',
    tags: ['mail'],
    settings: settingsWith('description'),
  },
  {
    id: 57,
    name: 'Trio VMS',
    site: 'Trio VMS',
    about: 'Reads the API of Trio VMS with a key',
    kind: 'trio',
    tags: ['api', 'key'],
    settings: called(settingsWith('url', 'password'), { url: 'API URL', password: 'API key' }),
  },
  {
    id: 60,
    name: 'Feed with a bearer key',
    site: 'Any address',
    about: 'Reads a feed that asks for a bearer key, page by page',
    kind: 'bearer',
    tags: ['feed', 'key'],
    settings: called(settingsWith('url', 'password', 'description'), { url: 'Feed URL', password: 'Bearer key' }),
  },
  {
    id: 61,
    name: 'LaborEdge Nexus',
    site: 'LaborEdge Nexus',
    about: 'Reads the API of LaborEdge Nexus',
    kind: 'laboredge',
    tags: ['api'],
    settings: called(settingsWith('url', 'username', 'password', 'orgKey', 'secretKey'), { url: 'API URL' }),
  },
  {
    id: 62,
    name: 'Web portal',
    site: 'Any portal',
    about: 'Signs in to a portal and reads its pages, by a recipe',
    kind: 'portal',
    tags: ['portal'],
    // Without a recipe there is nothing to choose: an administrator copies it for each portal.
    settings: { ...called(settingsWith('url', 'username', 'password'), { url: 'Portal URL' }), hideFromWizard: true },
  },
  {
    id: 63,
    name: 'Webhook',
    site: 'Vendor systems',
    about: 'Takes the jobs that a vendor sends to an address of Jobdock',
    kind: 'webhook',
    tags: ['webhook'],
    settings: settingsWith('description'),
  },
  {
    id: 64,
    name: 'Staffing orders',
    site: 'HR-XML',
    about: 'Downloads new and changed orders (HR-XML StaffingOrder)',
    kind: 'staffing_order',
    tags: ['api', 'hr-xml'],
    settings: called(settingsWith('url', 'username', 'password', 'description'), { url: 'Download URL' }),
  },
  {
    id: 65,
    name: 'Mailbox',
    site: 'Your mailbox',
    about: 'Reads jobs from the emails in a mailbox (IMAP)',
    kind: 'mail',
    tags: ['mail', 'mailbox'],
    settings: called(settingsWith('url', 'username', 'password', 'description'), {
      url: 'Mailbox, such as imaps://imap.agency.example/INBOX',
    }),
  },
  {
    id: 66,
    name: 'Mailbox with an access token',
    site: 'Your mailbox',
    about: 'Reads jobs from the emails in a mailbox (IMAP) that asks for OAuth; Jobdock renews the access token',
    kind: 'mail',
    tags: ['mail', 'mailbox'],
    settings: called(settingsWith('url', 'username', 'secretKey', 'description'), {
      url: 'Mailbox, such as imaps://imap.agency.example/INBOX',
    }),
  },
];
