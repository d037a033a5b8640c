import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { DocumentReading } from './parsed-document.ts';

const Row = z.number().int().min(0).max(1_000_000).default(0);

const fields = {
  name: wire('ParserName', z.string().trim().min(1, messages.parserNameRequired).max(100, 'Shorten this to 100 characters')),
  description: wire('Description', z.string().trim().max(2000, 'Shorten this to 2,000 characters').default('')),
  readsSheets: wire('Excel_Fl', z.boolean().default(false)),
  needsTable: wire('CheckTable_Fl', z.boolean().default(false)),
  withoutJobId: wire('NoJobID_Fl', z.boolean().default(false)),
  lastColumn: wire(
    'LastColumn',
    z
      .string()
      .trim()
      .regex(/^[A-Za-z]{0,3}$/, 'Write the letters of a column, such as H, or leave it blank')
      .default(''),
  ),
  firstRow: wire('FirstRow', Row),
  lastRow: wire('LastRow', Row),
  sourceId: wire('Source_ID', z.number().int().min(0).max(2_147_483_647).nullable().default(null)),
  /** Each of its emails lists every open job, so that jobs missing in one are no longer open. */
  listsAllJobs: z.boolean().default(false),
};

const ParserRow = z.object({
  id: wire('ID', z.number()),
  name: wire('ParserName', z.string()),
  description: wire('Description', z.string()),
  readsSheets: wire('Excel_Fl', z.boolean()),
  needsTable: wire('CheckTable_Fl', z.boolean()),
  withoutJobId: wire('NoJobID_Fl', z.boolean()),
  lastColumn: wire('LastColumn', z.string()),
  firstRow: wire('FirstRow', z.number()),
  lastRow: wire('LastRow', z.number()),
  sourceId: wire('Source_ID', z.number().nullable()),
  listsAllJobs: z.boolean(),
  /** Its tokens, its samples, and the customers that it is assigned to. */
  tokens: z.number(),
  samples: z.number(),
  customers: z.number(),
});
export type ParserRow = z.infer<typeof ParserRow>;

const example: ParserRow = {
  id: 1,
  name: 'HWL requisition',
  description: 'One requisition in an email.',
  readsSheets: false,
  needsTable: false,
  withoutJobId: false,
  lastColumn: '',
  firstRow: 0,
  lastRow: 0,
  sourceId: null,
  listsAllJobs: false,
  tokens: 19,
  samples: 1,
  customers: 2,
};

export const listParsers = endpoint('GET /api/Parsers', {
  about: 'All parsers, by name.',
  args: z.object({}),
  reply: z.array(ParserRow),
  fails: [],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

const ParserName = z.object({ id: wire('ID', z.number()), name: wire('ParserName', z.string()) });

const nameExample: z.infer<typeof ParserName> = { id: 1, name: 'HWL requisition' };
const names = {
  args: z.object({}),
  reply: z.array(ParserName),
  fails: [] as const,
  offline: 'cached' as const,
  example: [nameExample],
};

export const listParserNames = endpoint('GET /api/parsers/basic', {
  about: 'Ids and names of all parsers.',
  needs: 'admin',
  ...names,
});

export const listOwnParsers = endpoint('GET /api/customer/parsers/list', {
  about: 'Parsers of the caller’s own customer; for an administrator, all parsers.',
  needs: 'session',
  ...names,
});

const change = { reply: ParserRow, needs: 'admin', offline: 'online', example } as const;

export const addParser = endpoint('POST /api/parsers', {
  about: 'Adds a parser. No two parsers have one name.',
  args: z.object(fields),
  fails: ['invalid'],
  ...change,
});

export const saveParser = endpoint('PUT /api/parsers', {
  about: 'Changes a parser.',
  args: z.object({ id: wire('ID', Id), ...fields }),
  fails: ['invalid', 'not_found'],
  ...change,
});

export const removeParser = endpoint('DELETE /api/parsers/:id', {
  about: 'Removes a parser from the list and from all customers.',
  args: z.object({ id: Id }),
  fails: ['not_found'],
  ...change,
});

const assigned = { reply: ParserName, needs: 'admin', offline: 'online', example: nameExample } as const;

export const listCustomerParsers = endpoint('GET /api/customer/parsers/:cust', {
  about: 'The parsers that read a customer’s mails.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(ParserName.extend({ description: wire('Description', z.string()) })),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: [{ id: 1, name: 'HWL requisition', description: 'One requisition in an email.' }],
});

export const assignParser = endpoint('POST /api/customer/parsers/update/:cust', {
  about: 'Assigns a parser to a customer. A customer has a parser once.',
  args: z.object({ cust: CustomerRef, parserId: wire('Parser_ID', Id) }),
  fails: ['invalid', 'not_found', 'forbidden'],
  ...assigned,
});

export const unassignParser = endpoint('DELETE /api/customer/parsers/:cust/:parserId', {
  about: 'Takes a parser from a customer.',
  args: z.object({ cust: CustomerRef, parserId: Id }),
  fails: ['invalid', 'not_found', 'forbidden'],
  ...assigned,
});

/** An email that shows how a parser works. */
const SampleRow = z.object({ id: z.number(), name: z.string(), addedAt: z.string() });
export type SampleRow = z.infer<typeof SampleRow>;
const sampleExample: SampleRow = { id: 1, name: 'New requisition', addedAt: '2026-01-05T14:14:00.000Z' };

export const listSamples = endpoint('GET /api/parsers/:id/samples', {
  about: 'The samples of a parser, newest first.',
  args: z.object({ id: Id }),
  reply: z.array(SampleRow),
  fails: ['not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [sampleExample],
});

const readingExample: z.infer<typeof DocumentReading> = {
  subject: 'New requisition',
  from: 'orders@vendor.example',
  html: '<p>City: Tulsa</p>',
  plain: null,
  document: { kind: 'mail', name: 'New requisition', text: 'City: Tulsa', cells: [], quoted: '' },
  reading: { takes: true, reason: '', records: [], trace: [], problem: null },
  earlier: null,
  matches: [],
  ruleProblem: null,
  proposals: [],
};

export const readParserSample = endpoint('GET /api/parsers/:id/samples/:sample', {
  about: 'A sample as people and parsers see it, and what the parser finds in it.',
  args: z.object({ id: Id, sample: Id }),
  reply: DocumentReading,
  fails: ['invalid', 'too_large', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: readingExample,
});

export const addSample = endpoint('POST /api/parsers/:id/samples', {
  about:
    'Adds a sample: an email (.eml), a page, a text or a worksheet. What runs, loads or hides in it is not kept. A parser has at most 5.',
  args: z.object({ id: Id, file: z.instanceof(Uint8Array), fileName: z.string().max(255) }),
  reply: SampleRow,
  fails: ['invalid', 'too_large', 'not_found'],
  needs: 'admin',
  offline: 'online',
  upload: 'file',
  example: sampleExample,
});

export const removeSample = endpoint('DELETE /api/parsers/:id/samples/:sample', {
  about: 'Deletes a sample permanently.',
  args: z.object({ id: Id, sample: Id }),
  reply: SampleRow,
  fails: ['not_found'],
  needs: 'admin',
  offline: 'online',
  example: sampleExample,
});

/** What a change of a parser does to one of its samples. */
export const SampleChange = z.object({
  sample: z.number(),
  name: z.string(),
  /** Values that a job gains, loses or changes; jobs count from 1. */
  values: z.array(z.object({ job: z.number(), field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Why no job comes of it now, and why none came before. Empty where one does. */
  problem: z.string(),
  problemBefore: z.string(),
});
export type SampleChange = z.infer<typeof SampleChange>;

export const parserEndpoints = [
  listParsers,
  listParserNames,
  listOwnParsers,
  addParser,
  saveParser,
  removeParser,
  listCustomerParsers,
  assignParser,
  unassignParser,
  listSamples,
  readParserSample,
  addSample,
  removeSample,
];
