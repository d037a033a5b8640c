import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { RuleMatch } from './parsed-document.ts';
import { SampleChange } from './parsers.ts';

const mostId = 1_000_000;

const fields = {
  onlyCustomer: wire('Customer_ID', z.number().int().min(0).max(2_147_483_647).nullable().default(null)),
  /** Rules match by patterns only, which is type 6. */
  ruleType: wire('RuleType', z.literal(6, { error: 'Use 6, a pattern' }).default(6)),
  pattern: wire('RegEx', z.string().max(2000, 'Shorten the pattern to 2,000 characters')),
  separator: wire('Separator', z.string().max(20, 'Shorten the separator to 20 characters').default('')),
  part: wire('TokenNo', z.number().int().min(-1000).max(1000).default(0)),
  description: wire('Description', z.string().trim().max(500, 'Shorten this to 500 characters').default('')),
};

const RuleRow = z.object({
  id: wire('ID', z.number()),
  onlyCustomer: wire('Customer_ID', z.number().nullable()),
  /** The parsers whose tokens use the rule. */
  parserNames: wire('ParserIDName', z.string()),
  ruleType: wire('RuleType', z.literal(6)),
  pattern: wire('RegEx', z.string()),
  separator: wire('Separator', z.string()),
  part: wire('TokenNo', z.number()),
  description: wire('Description', z.string()),
});
export type ParserRuleRow = z.infer<typeof RuleRow>;

const example: ParserRuleRow = {
  id: 10_000,
  onlyCustomer: null,
  parserNames: 'HWL requisition',
  ruleType: 6,
  pattern: String.raw`\bRequisition\s+Details\b`,
  separator: '',
  part: 0,
  description: '',
};

export const listParserRules = endpoint('GET /api/rules', {
  about: 'All rules of parsers, by id. Those from 10000 on are triggers, which choose the parser of a document.',
  args: z.object({}),
  reply: z.array(RuleRow),
  fails: [],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

export const readMaxParserRule = endpoint('GET /api/Rules/Max', {
  about: 'The highest id of a rule and of a trigger: a new one gets the next.',
  args: z.object({}),
  reply: z.object({ id: wire('ID', z.number()), rule: z.number(), trigger: z.number() }),
  fails: [],
  needs: 'admin',
  offline: 'online',
  example: { id: 10_003, rule: 4, trigger: 10_003 },
});

const Saved = RuleRow.extend({
  /** What the change does to the samples of the parsers that use the rule; samples that stay the same are left out. */
  changes: z.array(SampleChange),
});
const savedExample: z.infer<typeof Saved> = { ...example, changes: [] };
const change = { reply: Saved, needs: 'admin', offline: 'online', example: savedExample } as const;
const RuleId = z.number().int().min(1).max(mostId);

export const addParserRule = endpoint('POST /api/Rules', {
  about: 'Adds a rule with a free id. The pattern is checked: look-around and back-references are refused.',
  args: z.object({ id: wire('ID', RuleId), ...fields }),
  fails: ['invalid'],
  ...change,
});

export const saveParserRule = endpoint('PUT /api/Rules', {
  about: 'Changes a rule for all parsers that use it.',
  args: z.object({ id: wire('ID', RuleId), ...fields }),
  fails: ['invalid', 'not_found'],
  ...change,
});

/** What a rule finds in one text. */
const Finding = z.object({ name: z.string(), problem: z.string().nullable(), matches: z.array(RuleMatch).readonly() });

export const testParserRule = endpoint('POST /api/rules/parse', {
  about: 'Where a rule matches: in `text`, in the sample `sample`, or else in the newest samples of all parsers. Stores nothing.',
  args: z.object({
    id: wire('ID', z.number().int().default(0)),
    ...fields,
    text: z.string().max(200_000, 'Shorten the text to 200,000 characters').optional(),
    sample: Id.optional(),
  }),
  reply: z.object({ problem: z.string().nullable(), findings: z.array(Finding) }),
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    problem: null,
    findings: [{ name: 'New requisition', problem: null, matches: [{ text: '4711', start: 8, end: 12 }] }],
  },
});

export const parserRuleEndpoints = [listParserRules, readMaxParserRule, addParserRule, saveParserRule, testParserRule];
