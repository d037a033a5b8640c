import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { FeedField } from './column-mapping.ts';
import { SampleChange } from './parsers.ts';

const short = (most: number) => z.string().max(most, `Shorten this to ${most} characters`).default('');
const TokenNumber = z.number().int().min(1, 'Number the tokens from 1').max(100_000);
const Next = z.number().int().min(-1).max(100_000).default(0);

const fields = {
  parserId: wire('CustomerParser_ID', Id),
  number: wire('TokenNO', TokenNumber),
  type: wire('TokenType', z.number().int()),
  dataType: wire('DataType_ID', z.number().int()),
  ruleId: wire('Rule_ID', z.number().int().min(0).nullable().default(null)),
  /** The field of the job; null: the token only moves on. */
  target: wire('Target', FeedField.nullable().default(null)),
  fieldId: wire('BSSJob_ID', z.number().int().min(0).nullable().default(null)),
  /** The label, the constant, or the headings of a loop. */
  text: wire('Val', short(500)),
  address: wire('WorksheetAddress', short(20)),
  column: wire('WorksheetColumn', short(100)),
  lookup: wire('Lookup', short(20_000)),
  fallback: wire('DefValue', short(500)),
  next: wire('NextToken', Next),
  nextFailed: wire('NextTokenFailed', Next),
};

const TokenRow = z.object({
  id: wire('ID', z.number()),
  parserId: wire('CustomerParser_ID', z.number()),
  number: wire('TokenNO', z.number()),
  type: wire('TokenType', z.number()),
  dataType: wire('DataType_ID', z.number()),
  ruleId: wire('Rule_ID', z.number().nullable()),
  target: wire('Target', FeedField.nullable()),
  fieldId: wire('BSSJob_ID', z.number().nullable()),
  text: wire('Val', z.string()),
  address: wire('WorksheetAddress', z.string()),
  column: wire('WorksheetColumn', z.string()),
  lookup: wire('Lookup', z.string()),
  fallback: wire('DefValue', z.string()),
  next: wire('NextToken', z.number()),
  nextFailed: wire('NextTokenFailed', z.number()),
});
export type TokenRow = z.infer<typeof TokenRow>;

const example: TokenRow = {
  id: 5,
  parserId: 1,
  number: 30,
  type: 3,
  dataType: 2,
  ruleId: null,
  target: 'startDate',
  fieldId: 27,
  text: 'Contract Start Date',
  address: '',
  column: '',
  lookup: '',
  fallback: '',
  next: 0,
  nextFailed: -1,
};

export const listParserTokens = endpoint('GET /api/CustomerParserTokens/:parserId', {
  about: 'The tokens of a parser, in the order in which they run.',
  args: z.object({ parserId: Id }),
  reply: z.array(TokenRow),
  fails: ['not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

const Saved = TokenRow.extend({
  /** What the change does to the parser’s samples; samples that stay the same are left out. */
  changes: z.array(SampleChange),
});

const savedExample: z.infer<typeof Saved> = { ...example, changes: [] };
const change = { reply: Saved, needs: 'admin', offline: 'online', example: savedExample } as const;

export const addParserToken = endpoint('POST /api/CustomerParserTokens', {
  about: 'Adds a token to a parser. Without `Target`, `BSSJob_ID` names the field.',
  args: z.object(fields),
  fails: ['invalid', 'not_found'],
  ...change,
});

export const saveParserToken = endpoint('PUT /api/CustomerParserTokens', {
  about: 'Changes a token.',
  args: z.object({ id: wire('ID', Id), ...fields }),
  fails: ['invalid', 'not_found'],
  ...change,
});

export const removeParserToken = endpoint('DELETE /api/CustomerParserTokens/:id', {
  about: 'Deletes a token permanently. Tokens that named it as their next one then name the following one.',
  args: z.object({ id: Id }),
  fails: ['not_found'],
  ...change,
});

const choices = { args: z.object({}), fails: [], needs: 'admin', offline: 'cached' } as const;

export const listTokenTypes = endpoint('GET /api/tokentype', {
  about: 'How a token can find its text.',
  ...choices,
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('TokenType', z.string()) })),
  example: [{ id: 1, name: 'Text after a label' }],
});

export const listDataTypes = endpoint('GET /api/datatype', {
  about: 'What the text of a token can be.',
  ...choices,
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('DataType', z.string()) })),
  example: [{ id: 2, name: 'Date' }],
});

export const parserTokenEndpoints = [
  listParserTokens,
  addParserToken,
  saveParserToken,
  removeParserToken,
  listTokenTypes,
  listDataTypes,
];
