import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, Instant, PageNumber, RowId } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { ErrorCode } from '../rows/error-kinds.ts';

/** Most errors that a configuration may wait for, and the longest silence (7 days in minutes). */
export const errorLimits = { threshold: 10_000, silenceMinutes: 10_080 } as const;

const whole = (most: number, unit: string) =>
  z
    .number(`Enter a whole number of ${unit} from 1 to ${most.toLocaleString('en-US')}`)
    .int(`Enter a whole number of ${unit} from 1 to ${most.toLocaleString('en-US')}`)
    .min(1, `Enter a whole number of ${unit} from 1 to ${most.toLocaleString('en-US')}`)
    .max(most, `Enter a whole number of ${unit} from 1 to ${most.toLocaleString('en-US')}`);

/** What a configuration counts, after how many errors it sends a message, and how. Null means any. */
const counted = {
  customerId: RowId.nullable(),
  crawlerId: RowId.nullable(),
  parserId: wire('parseId', RowId.nullable()),
  errorCode: wire('errorTypeCode', ErrorCode.nullable()),
  threshold: wire('errorThreshold', whole(errorLimits.threshold, 'errors')),
  bySlack: wire('slackNotification', z.boolean()),
  byMail: wire('emailNotification', z.boolean()),
  /** The errors of so many minutes count together; after a message so many minutes are silent. */
  silenceMinutes: wire('cacheTimeThreshold', whole(errorLimits.silenceMinutes, 'minutes')),
};

/** A configuration as its form sends it. */
export const ErrorConfigurationDraft = z.object(counted);

/** A configuration, with what it counts in words (`All customers`, `Any crawler`) and how many errors it counts now. */
export const ErrorConfiguration = z.object({
  id: wire('ID', z.number()),
  customerId: wire('Customer_ID', z.number().nullable()),
  customer: z.string(),
  crawlerId: wire('Crawler_ID', z.number().nullable()),
  crawler: z.string(),
  parserId: wire('Parser_ID', z.number().nullable()),
  parser: z.string(),
  errorCode: wire('ErrorTypeCode', z.number().nullable()),
  error: z.string(),
  threshold: wire('ErrorThreshold', z.number()),
  bySlack: wire('SlackNotification', z.boolean()),
  byMail: wire('EmailNotification', z.boolean()),
  silenceMinutes: wire('CacheTimeThreshold', z.number()),
  /** `alerting` from a message until `recovered`. */
  state: z.enum(['quiet', 'alerting']),
  /** Errors that count now: toward the threshold, or silent since the last message. */
  errors: z.number(),
  /** End of the silence after the last message; null while quiet. */
  silentUntil: Instant.nullable(),
});
export type ErrorConfiguration = z.infer<typeof ErrorConfiguration>;

/** A new configuration, before a person changes it. */
export const newErrorConfiguration: ErrorConfiguration = {
  id: 0,
  customerId: null,
  customer: '',
  crawlerId: null,
  crawler: '',
  parserId: null,
  parser: '',
  errorCode: null,
  error: '',
  threshold: 10,
  bySlack: true,
  byMail: false,
  silenceMinutes: 30,
  state: 'quiet',
  errors: 0,
  silentUntil: null,
};

const example: ErrorConfiguration = {
  id: 4,
  customerId: 2,
  customer: 'Harborview Staffing',
  crawlerId: null,
  crawler: 'Any crawler',
  parserId: null,
  parser: 'Any parser',
  errorCode: 2,
  error: 'Sign-in refused',
  threshold: 10,
  bySlack: true,
  byMail: false,
  silenceMinutes: 30,
  state: 'alerting',
  errors: 37,
  silentUntil: '2026-11-21T09:30:00.000Z',
};

/** Columns that the list is sorted by, the default first. */
export const configurationSorts = ['id', 'threshold', 'silenceMinutes'] as const;

/** A filter: absent or null for any value. */
const filter = <S extends z.ZodType>(schema: S) => schema.nullable().default(null);
const ofRow = z.number().int().min(0);

export const listErrorConfigurations = endpoint('POST /api/notificationconfigs/list', {
  about:
    'Configurations of error alerts, filtered by any field. For `customerId`, `crawlerId`, `parseId` and `errorTypeCode` 0 finds those that count any. With what became of the messages to Slack in the last 35 days.',
  args: z.object({
    id: filter(ofRow),
    customerId: filter(ofRow),
    crawlerId: filter(ofRow),
    parserId: wire('parseId', filter(ofRow)),
    errorCode: wire('errorTypeCode', filter(ofRow)),
    threshold: wire('errorThreshold', filter(z.number().int())),
    bySlack: wire('slackNotification', filter(z.boolean())),
    byMail: wire('emailNotification', filter(z.boolean())),
    silenceMinutes: wire('cacheTimeThreshold', filter(z.number().int())),
    query: z.string().max(200, 'Shorten this to 200 characters').default(''),
    sort: sortBy(ErrorConfiguration, configurationSorts).default('id'),
    page: PageNumber.default(1),
    pageSize: z.number().int().min(1).max(1000).default(100),
  }),
  reply: z.object({
    total: z.number(),
    totalPages: z.number(),
    rows: z.array(ErrorConfiguration),
    slack: z.object({
      isSet: z.boolean(),
      waiting: z.number(),
      sent: z.number(),
      failed: z.number(),
      /** Sendings that ended without an answer. Their messages went again, so Slack may show them twice. */
      inDoubt: z.number(),
      /** Why the newest message that failed did; null if a later one was sent. */
      problem: z.string().nullable(),
    }),
    /** People of the provider who get emails about errors: administrators with system alerts. */
    mailRecipients: z.number(),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: {
    total: 1,
    totalPages: 1,
    rows: [example],
    slack: { isSet: true, waiting: 0, sent: 12, failed: 0, inDoubt: 1, problem: null },
    mailRecipients: 2,
  },
});

const change = { reply: ErrorConfiguration, needs: 'admin', offline: 'online', example } as const;

export const addErrorConfiguration = endpoint('POST /api/notificationconfigs', {
  about: 'Adds a configuration of error alerts. It counts errors from now on.',
  args: ErrorConfigurationDraft,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...change,
});

export const saveErrorConfiguration = endpoint('PUT /api/notificationconfigs/:id', {
  about: 'Changes a configuration of error alerts. A change of what it counts, or after how many errors, starts its count again.',
  args: z.object({ id: Id, ...counted }),
  fails: ['invalid', 'forbidden', 'not_found'],
  ...change,
});

export const removeErrorConfiguration = endpoint('DELETE /api/notificationconfigs/:id', {
  about: 'Removes a configuration of error alerts. Its messages that wait are still sent.',
  args: z.object({ id: Id }),
  fails: ['invalid', 'forbidden', 'not_found'],
  ...change,
});

export const errorConfigurationEndpoints = [
  listErrorConfigurations,
  addErrorConfiguration,
  saveErrorConfiguration,
  removeErrorConfiguration,
];
