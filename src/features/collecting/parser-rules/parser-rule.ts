import type { ParserRuleRow } from '#contract/collecting/parser-rules.ts';

/** Rules from this number on choose the parser of an email. */
export const firstTriggerId = 10_000;

export const newParserRule = (id: number): ParserRuleRow => ({
  id,
  onlyCustomer: null,
  parserNames: '',
  ruleType: 6,
  pattern: '',
  separator: '',
  part: 0,
  description: '',
});
