import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant, PageNumber, RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { WorseVersion } from './measurements.ts';

const Format = z.enum(['text', 'json_object']);

/** The parts of a prompt that a version keeps. */
const kept = {
  engineId: wire('EngineType', z.number()),
  /** Null for the default model of the engine. */
  modelId: wire('ModelID', z.number().nullable()),
  temperature: wire('Temperature', z.number().nullable()),
  /** `text`: the endpoint is not asked for a form of the answer. */
  format: wire('Format', Format),
  parser: wire('Parser_Fl', z.boolean()),
  minRequestLength: wire('MinRequestLength', z.number().nullable()),
  prompt: wire('Prompt', z.string()),
  description: wire('Description', z.string()),
  resultProperties: wire('ResultProperties', z.array(z.string())),
};

/** One saved state of a prompt. */
export const AiPromptVersion = z.object({
  ...kept,
  version: z.number(),
  by: z.string(),
  note: z.string(),
  at: Instant,
});
export type AiPromptVersion = z.infer<typeof AiPromptVersion>;

/** A prompt as the list shows it: its newest version. */
export const AiPrompt = z.object({
  ...kept,
  id: wire('ID', z.number()),
  operation: wire('OperationType', z.number()),
  engine: z.string(),
  /** The name of the model, or of the engine's default; null if the engine has none. */
  model: z.string().nullable(),
  standIn: z.boolean(),
  /** Customers that it is assigned to; none for a general prompt. */
  customers: z.array(z.object({ id: z.number(), name: z.string() })),
  version: z.number(),
  /** The version that answers; null while all are staged. */
  production: z.number().nullable(),
  at: Instant,
});
export type AiPrompt = z.infer<typeof AiPrompt>;

/** A new prompt, before a person changes it. */
export const newAiPrompt: AiPrompt = {
  id: 0,
  operation: 1,
  engine: '',
  engineId: 1,
  model: null,
  standIn: false,
  modelId: null,
  temperature: 0,
  format: 'json_object',
  parser: false,
  minRequestLength: null,
  prompt: '',
  description: '',
  resultProperties: [],
  customers: [],
  version: 0,
  production: null,
  at: '',
};

/** A number as typed: text becomes none, and what is out of range is corrected, as documented. */
const Typed = z.union([z.number(), z.string().max(40)]).nullable();

/** A prompt as its form sends it. */
export const AiPromptDraft = z.object({
  id: wire('ID', IdOrNone),
  operation: wire('OperationType', RowId),
  engineId: wire('EngineType', RowId),
  modelId: wire('ModelID', RowId.nullable().default(null)),
  temperature: wire('Temperature', Typed.default(null)),
  format: wire(
    'Format',
    z
      .enum(['text', 'json_object', 'Text', ''])
      .nullable()
      .default(null)
      .transform((format) => (format === 'json_object' ? ('json_object' as const) : ('text' as const))),
  ),
  parser: wire('Parser_Fl', z.boolean().default(false)),
  minRequestLength: wire('MinRequestLength', Typed.default(null)),
  prompt: wire('Prompt', z.string().trim().min(1, 'Write the prompt').max(50_000, 'Shorten this to 50,000 characters')),
  description: wire(
    'Description',
    z.string().trim().min(1, 'Describe what the prompt is for').max(300, 'Shorten this to 300 characters'),
  ),
  resultProperties: wire('ResultProperties', z.array(z.string().max(60)).max(40)),
});

const example: AiPrompt = {
  ...newAiPrompt,
  id: 3,
  operation: 3,
  engine: 'AI endpoint',
  model: 'small-2',
  prompt: 'You give the value of one field of a job order: {{field}}, {{kind}}.',
  description: 'Gives the value of the field that a rule’s AI prompt writes',
  resultProperties: ['value'],
  version: 2,
  production: 1,
  at: '2026-11-21T09:30:00.000Z',
};
const exampleVersion: AiPromptVersion = {
  engineId: 1,
  modelId: null,
  temperature: 0,
  format: 'json_object',
  parser: false,
  minRequestLength: null,
  prompt: example.prompt,
  description: example.description,
  resultProperties: ['value'],
  version: 1,
  by: 'Priya Shah',
  note: 'Says what to do with dates',
  at: '2026-11-20T09:30:00.000Z',
};

const filter = <S extends z.ZodType>(schema: S) => schema.nullable().default(null);

export const listAiPrompts = endpoint('POST /api/aiprompts/list/:perPage/:page', {
  about:
    'Prompts by their newest versions, filtered: `id`, `et` engine, `ot` operation, `d` words of the description, `c` customer, `modelid` model.',
  args: z.object({
    perPage: z.coerce.number().int().min(1).max(1000),
    page: PageNumber,
    id: filter(z.number().int()),
    engineId: wire('et', filter(z.number().int())),
    operation: wire('ot', filter(z.number().int())),
    description: wire('d', filter(z.string().max(200))),
    assignedTo: wire('c', filter(z.number().int())),
    modelId: wire('modelid', filter(z.number().int())),
  }),
  reply: z.object({ total: z.number(), totalPages: z.number(), rows: z.array(AiPrompt) }),
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: { total: 1, totalPages: 1, rows: [example] },
});

export const readAiPrompt = endpoint('GET /api/aiprompts/:id', {
  about: 'One prompt with all its versions, the newest first.',
  args: z.object({ id: wire('ID', Id) }),
  reply: AiPrompt.extend({ versions: z.array(AiPromptVersion) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: { ...example, versions: [exampleVersion] },
});

export const saveAiPrompt = endpoint('POST /api/aiprompts/save', {
  about:
    'Saves a prompt as a new version; id 0 adds one. `stage: true` keeps the version in production. Two prompts in production for one operation and customer are refused by name. A prompt keeps its operation.',
  args: z.object({
    prompt: AiPromptDraft,
    assignedCustomerIds: z.array(RowId).max(1000).default([]),
    stage: z.boolean().default(false),
    /** Why it was changed. */
    note: z.string().trim().max(300, 'Shorten this to 300 characters').default(''),
    /** The version that the change is based on; another newest one refuses it. */
    basedOn: z.number().int().min(0).nullable().default(null),
  }),
  reply: AiPrompt,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const promoteAiPrompt = endpoint('POST /api/aiprompts/:id/production/:version', {
  about:
    'Puts a version of a prompt into production. One that is worse on the test rows than the version in production is a conflict with the rows that it loses, until `accept` has the token of that conflict.',
  args: z.object({ id: wire('ID', Id), version: Id, accept: z.string().max(200).nullable().default(null) }),
  reply: AiPrompt,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  conflict: WorseVersion,
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeAiPrompt = endpoint('DELETE /api/aiprompts/remove/:id', {
  about: 'Removes a prompt. What it answered stays in the log of calls.',
  args: z.object({ id: wire('ID', Id) }),
  reply: z.object({ description: wire('Description', z.string()) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { description: example.description },
});

export const listPromptCustomers = endpoint('GET /api/aipromptcustomer/prompt/:id', {
  about: 'The customers that a prompt is assigned to; none for a general prompt.',
  args: z.object({ id: wire('ID', Id) }),
  reply: z.array(z.object({ id: wire('Customer_ID', z.number()), name: wire('CustomerName', z.string()) })),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [{ id: 2, name: 'Harborview Staffing' }],
});

/** What a test of a prompt brought. */
export const PromptTest = z.object({
  outcome: z.string(),
  /** What the outcome means, as a sentence. */
  words: z.string(),
  /** The answer as the service reads it: the properties of the prompt alone. Null if it cannot be read. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** The answer as the model wrote it. */
  raw: z.string(),
  model: z.string(),
  version: z.number(),
  standIn: z.boolean(),
  milliseconds: z.number(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  /** US dollars; null if the model has no price. */
  cost: z.number().nullable(),
});
export type PromptTest = z.infer<typeof PromptTest>;

export const testAiPrompt = endpoint('POST /api/aiprompts/test/:cust', {
  about:
    'Asks a version of a prompt about a text, in the name of a customer, whose log and budget count it. Without `version` the newest one; with `modelId` another model than the version’s. With `rowId` the text is that of a row of the customer’s dataset, which keeps what the model reads beside what other engines read.',
  args: z.object({
    cust: CustomerRef,
    id: RowId,
    text: wire('val', z.string().trim().min(1, 'Enter a text').max(100_000, 'Shorten this to 100,000 characters')),
    rowId: RowId.nullable().default(null),
    version: RowId.nullable().default(null),
    modelId: RowId.nullable().default(null),
  }),
  reply: PromptTest,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    outcome: 'answered',
    words: 'Answered',
    result: { value: '4 West' },
    raw: '{"value":"4 West"}',
    model: 'small-2',
    version: 2,
    standIn: false,
    milliseconds: 640,
    tokensIn: 120,
    tokensOut: 8,
    cost: 0.000072,
  },
});

export const aiPromptEndpoints = [
  listAiPrompts,
  readAiPrompt,
  saveAiPrompt,
  promoteAiPrompt,
  removeAiPrompt,
  listPromptCustomers,
  testAiPrompt,
];
