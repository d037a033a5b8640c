import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant, LocalDate, SentDate } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { Audience, Reached } from './audience.ts';

/** Most characters of a notice’s message, HTML included. */
export const mostNoticeLength = 4000;

/** A notice of the provider. `message` is HTML that the service cleaned; `expiresOn` is the last day on which it is shown. */
export const ProviderNotice = z.object({
  id: wire('ID', z.number()),
  name: wire('Name', z.string()),
  message: wire('Message', z.string()),
  visible: wire('Visible', z.boolean()),
  expiresOn: wire('ExpirationDate', LocalDate.nullable()),
  audience: wire('Settings', Audience),
  /** Customers that have it now. */
  shownTo: z.number().int(),
  changedBy: z.string(),
  changedAt: Instant,
});
export type ProviderNotice = z.infer<typeof ProviderNotice>;

const example: ProviderNotice = {
  id: 3,
  name: 'Maintenance on Saturday',
  message: 'Jobdock is read-only from 8 PM to 10 PM Eastern.',
  visible: true,
  expiresOn: '2026-11-28',
  audience: { customers: [], crawlers: [12], targetKinds: [8], everyone: false },
  shownTo: 4,
  changedBy: 'Pat Admin',
  changedAt: '2026-11-21T12:00:00.000Z',
};

/** One choice of a list of an audience. */
const Choice = z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) });
const choices = {
  args: z.object({}),
  reply: z.array(Choice),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
} as const;

export const listNoticeCrawlers = endpoint('GET /api/notificationstool/crawler/list', {
  ...choices,
  about: 'The crawlers that an audience can name, by name.',
  example: [{ id: 12, name: 'Medloop' }],
});

export const listNoticeTargets = endpoint('GET /api/notificationstool/target/list', {
  ...choices,
  about: 'The kinds of targets that an audience can name, by name.',
  example: [{ id: 8, name: 'Bullhorn' }],
});

export const listNoticeCustomers = endpoint('GET /api/notificationstool/customer/list', {
  ...choices,
  about: 'The customers that an audience can name, by name.',
  example: [{ id: 2, name: 'Harborview Staffing' }],
});

export const listProviderNotices = endpoint('GET /api/notificationstool/full/list', {
  about: 'All notices of the provider, newest first.',
  args: z.object({}),
  reply: z.array(ProviderNotice),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: [example],
});

const content = {
  name: wire('Name', z.string().trim().min(1, 'Enter a name').max(200, 'Shorten the name to 200 characters')),
  message: wire(
    'Message',
    z
      .string()
      .trim()
      .min(1, 'Write the message')
      .max(mostNoticeLength, `Shorten the message to ${mostNoticeLength.toLocaleString('en-US')} characters`),
  ),
  visible: wire('Visible', z.boolean().default(true)),
  expiresOn: wire('ExpirationDate', SentDate.nullish()),
  audience: wire('Settings', Audience),
};

const cleaning = 'Scripts, styles, images and other active content of the message are removed.';

export const addNotice = endpoint('POST /api/notificationstool/save', {
  about: `Adds a notice. ${cleaning} Refused without a list or \`Everyone\`.`,
  args: z.object({ id: wire('ID', IdOrNone.optional()), ...content }),
  reply: ProviderNotice,
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const saveNotice = endpoint('PUT /api/notificationstool/save', {
  about: `Changes a notice. ${cleaning} People who dismissed it do not see it again.`,
  args: z.object({ id: wire('ID', Id), ...content }),
  reply: ProviderNotice,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeNotice = endpoint('DELETE /api/notificationstool/delete/:id', {
  about: 'Removes a notice. No one sees it any more.',
  args: z.object({ id: Id }),
  reply: z.object({}),
  fails: ['forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {},
});

export const countNoticeCustomers = endpoint('POST /api/notificationstool/customer/count', {
  about: 'How many customers, and people of them, an audience addresses now.',
  args: Audience,
  reply: Reached,
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { customers: 4, people: 31 },
});

/** A notice as people of a customer see it. `text` is the message without markup; `expiresAt` is the moment from which it is not shown. */
const OwnNotice = z.object({
  id: wire('ID', z.number()),
  name: wire('Name', z.string()),
  message: wire('Message', z.string()),
  text: z.string(),
  shownSince: Instant,
  expiresAt: wire('ExpirationDate', Instant.nullable()),
});

export const listOwnNotices = endpoint('GET /api/notificationstool/list/:cust', {
  about:
    'The notices that the people of a customer see now, newest first, except those that the caller dismissed. Devices read them from the replicated rows of `customerNotice` and dismiss one by the change `notice.dismiss.v1`.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(OwnNotice),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [
    {
      id: 41,
      name: example.name,
      message: example.message,
      text: example.message,
      shownSince: example.changedAt,
      expiresAt: '2026-11-29T05:00:00.000Z',
    },
  ],
});

export const providerNoticeEndpoints = [
  listNoticeCrawlers,
  listNoticeTargets,
  listNoticeCustomers,
  listProviderNotices,
  addNotice,
  saveNotice,
  removeNotice,
  countNoticeCustomers,
  listOwnNotices,
];
