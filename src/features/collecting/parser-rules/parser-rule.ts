import type { ParserRuleRow } from '#contract/collecting/parser-rules.ts';

/** Rules from this number on choose the parser of a mail. */
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
