import * as z from 'zod';

/** How a feed is written: the elements that Indeed documents, XML with the agency's own elements, JSON or CSV. */
export const FeedFormat = z.enum(['indeed', 'xml', 'json', 'csv']);
export type FeedFormat = z.infer<typeof FeedFormat>;

/**
 * The values of a job that a feed can have. Rates that the vendor pays, margins, notes and the vendor's people are not among them:
 * job boards show what they read. `custom1` to `custom20` are the job's custom fields.
 */
export const feedFields = [
  'title',
  'date',
  'reference',
  'requisition',
  'url',
  'company',
  'agency',
  'city',
  'state',
  'country',
  'zip',
  'street',
  'description',
  'pay',
  'payPerHour',
  'payPerWeek',
  'jobType',
  'category',
  'degree',
  'specialty',
  'shift',
  'startDate',
  'endDate',
  'expires',
  'weeks',
  'positions',
  'hoursPerWeek',
  'custom1',
  'custom2',
  'custom3',
  'custom4',
  'custom5',
  'custom6',
  'custom7',
  'custom8',
  'custom9',
  'custom10',
  'custom11',
  'custom12',
  'custom13',
  'custom14',
  'custom15',
  'custom16',
  'custom17',
  'custom18',
  'custom19',
  'custom20',
] as const;
export const FeedField = z.enum(feedFields);
export type FeedField = z.infer<typeof FeedField>;

/** The name of an element of XML, of a key of JSON and of a column of CSV. Names that begin with `xml` are reserved. */
const ElementName = z
  .string()
  .trim()
  .regex(/^(?!xml)[A-Za-z_][\w.-]{0,49}$/i, 'Begin with a letter, then use letters, digits, dots, hyphens or underscores');

/** One chosen element of a feed: the job's field, and the name that it has in the feed. */
export const FeedElement = z.object({ field: FeedField, name: ElementName });
export type FeedElement = z.infer<typeof FeedElement>;

/** The chosen elements of a feed, in their order. Two with one name would be read as one. */
export const FeedElements = z
  .array(FeedElement)
  .max(60, 'Choose at most 60 elements')
  .refine((elements) => new Set(elements.map(({ name }) => name)).size === elements.length, 'Give each element its own name');

/** How an applicant reaches the agency. Both are shown to everyone. */
export const ContactEmail = z.email('Enter an email address, such as jobs@agency.com').max(200);
export const ContactPhone = z
  .string()
  .trim()
  .regex(/^\+?[\d\s().-]{7,30}$/, 'Enter a phone number with digits, spaces, dots, hyphens and parentheses');
