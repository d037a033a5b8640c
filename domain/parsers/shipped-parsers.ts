import type { FeedField } from '#contract/collecting/column-mapping.ts';
import type { DataType, Parser, ParserRule, ParserToken, TokenType } from './parser.ts';

/** A parser that the product brings: its ids are given where it is stored. */
export type ShippedParser = Omit<Parser, 'id'> & { readonly description: string };

type Details = Partial<Pick<ParserToken, 'rule' | 'fallback' | 'lookup' | 'column' | 'address' | 'next' | 'nextFailed'>>;

/** Numbers the tokens in their order, in steps of ten, so that a person can put others between them. */
const numbered = (tokens: readonly Omit<ParserToken, 'number'>[]): ParserToken[] =>
  tokens.map((token, at) => ({ ...token, number: (at + 1) * 10 }));

const token = (
  type: TokenType,
  text: string,
  target: FeedField | null,
  dataType: DataType,
  details: Details = {},
): Omit<ParserToken, 'number'> => ({
  type,
  dataType,
  target,
  text,
  address: '',
  column: '',
  lookup: '',
  fallback: '',
  rule: null,
  next: 0,
  nextFailed: 0,
  ...details,
});

const rule = (id: number, pattern: string): ParserRule => ({ id, customerId: null, pattern, separator: '', part: 0 });

/** An order without this value is refused: the email has another form than the parser knows. */
const needed = { nextFailed: -1 } as const;

/** A document belongs to the parser if this is found in it. */
const trigger = (id: number, pattern: string): Omit<ParserToken, 'number'> =>
  token('pattern', '', null, 'text', { rule: rule(id, pattern) });

const plain = {
  readsSheets: false,
  needsTable: false,
  withoutJobId: false,
  firstRow: 0,
  lastRow: 0,
  lastColumn: '',
  listsAllJobs: false,
} as const;

/** Requisitions of HWL: a table of labels with the value right of each, and a table of rates by shift. */
const hwl: ShippedParser = {
  ...plain,
  name: 'HWL requisition',
  description: 'One requisition of HWL in an email. The bill rate is that of the requisition’s shift.',
  tokens: numbered([
    trigger(10_000, String.raw`\bRequisition\s+Details\b`),
    trigger(10_001, String.raw`\bGuaranteed\s+Hours\s+\(Weekly\)`),
    token('right', 'Requisition', 'providerJobId', 'text', { ...needed, rule: rule(1, String.raw`^\d{4}-\d{3,8}$`) }),
    token('right', 'Facility', 'facility', 'text', needed),
    token('right', 'City', 'city', 'text', needed),
    token('right', 'State', 'state', 'state', needed),
    token('right', 'Job Title(s)', 'title', 'text', needed),
    token('right', 'Specialty/Dept.', 'specialty', 'text'),
    token('right', 'Contract Start Date', 'startDate', 'date', needed),
    token('right', 'Contract End Date', 'endDate', 'date', needed),
    token('right', 'Weeks', 'durationWeeks', 'duration', needed),
    token('right', 'Guaranteed Hours (Weekly)', 'guaranteedHours', 'hours', needed),
    token('right', 'Shift Type', 'shift', 'shift', needed),
    token('right', 'Shift Duration (Hrs)', 'hoursPerShift', 'hours'),
    token('right', 'Type', 'workType', 'workType'),
    token('right', '{shift}', 'billRate', 'money', {
      ...needed,
      rule: rule(2, String.raw`^(?:Fixed)?\s*\$\s*(\d[\d,]*(?:\.\d+)?)`),
    }),
    token('below', 'Description / Comment', 'note', 'longText'),
    // Labels without a field: they only end the text of others where an email has no table.
    token('right', 'Requisition Details|OnCall|OnCall Ratio|Selected Contract Type|Requisition Override Rates', null, 'text'),
    token('below', 'Call Specifics', null, 'longText'),
  ]),
};

/** Orders of StaffingEngine: lines of labels and values. Its free text repeats the schedule in its own words. */
const staffingEngine: ShippedParser = {
  ...plain,
  name: 'StaffingEngine order',
  description: 'One order of StaffingEngine in an email. A work schedule in its text is compared with the shift.',
  tokens: numbered([
    trigger(10_002, String.raw`\bStaffingEngine\b`),
    trigger(10_003, String.raw`\bProfession\s*/\s*Speciali?ty\s*:`),
    token('after', 'Job ID', 'providerJobId', 'text', { ...needed, rule: rule(3, String.raw`^\d{3,10}$`) }),
    token('after', 'Openings', 'positions', 'number'),
    token('after', 'Job Type', 'workType', 'workType', needed),
    token('after', 'Profession/ Speciality|Profession/Speciality|Profession/Specialty', 'degreeAndSpecialty', 'text', needed),
    token('after', 'Client', 'facility', 'text', needed),
    token('after', 'Location', 'place', 'place', needed),
    token('after', 'Shift', 'shift', 'shift'),
    token('after', 'Shifts per Week', 'shiftsPerWeek', 'number'),
    token('after', 'Work Schedule', 'shift', 'shift'),
    token('after', 'Work Schedule', 'shiftsPerWeek', 'number', { rule: rule(4, String.raw`^(\d)\s*(?:-|x|X|×)\s*\d`) }),
    token('after', 'Start and End Date', 'dateRange', 'date', needed),
    token('after', 'Agency Regular Bill Rate', 'billRate', 'money'),
    token('after', 'Agency >40 Bill Rate', 'otRate', 'money'),
    token('after', 'Description', 'description', 'longText'),
    token('after', 'Address|Additional Details|From|Sent|To|Subject', null, 'text'),
  ]),
};

export const shippedParsers: readonly ShippedParser[] = [hwl, staffingEngine];
