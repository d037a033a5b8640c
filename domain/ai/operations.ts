import type { OperationId, PropertyName } from './operation-names.ts';

/** A name in double braces that a prompt may hold. Jobdock fills it with its own words, never with texts of jobs. */
type Placeholder = { readonly name: string; readonly about: string };

/** One property of an answer. The service reads no other one. */
type Property<N extends string> = { readonly name: N; readonly about: string; readonly required: boolean };

export type Operation = {
  readonly name: string;
  /** What the model gets as its message, and what becomes of its answer. */
  readonly about: string;
  /** What happens while no engine is connected. */
  readonly withoutEngine: string;
  /** Whether the service asks it. Others are asked by the test of a prompt alone. */
  readonly inUse: boolean;
  /** What comes out, in a word. */
  readonly output: string;
  readonly placeholders: readonly Placeholder[];
  readonly properties: readonly Property<string>[];
};

const rulePlaceholders: readonly Placeholder[] = [
  { name: 'operators', about: 'The operators of conditions' },
  { name: 'actions', about: 'The actions of rules, with their ids' },
  { name: 'fields', about: 'The fields of jobs, with their ids' },
];

/** What models are asked for. Every prompt belongs to one operation. */
export const operations: {
  readonly [K in OperationId]: Operation & { readonly properties: readonly Property<PropertyName<K>>[] };
} = {
  1: {
    name: 'Shift and bill rate',
    about: 'Reads shift times and the bill rate from the description of a job.',
    withoutEngine: 'The built-in reader alone reads descriptions.',
    inUse: true,
    output: 'shift and rate',
    placeholders: [],
    properties: [
      { name: 'startTime', about: 'Start of the shift, such as 07:00', required: false },
      { name: 'endTime', about: 'End of the shift, such as 19:00', required: false },
      { name: 'shiftLength', about: 'Hours of a shift, 0 to 24', required: false },
      { name: 'numberOfShifts', about: 'Shifts a week', required: false },
      {
        name: 'modifiers',
        about: 'Kinds of the shift: night, day, eve, rotating, float, floatpool, weekends, shiftday, flex, call',
        required: false,
      },
      { name: 'shiftText', about: 'The words of the description that name the shift', required: false },
      { name: 'billRate', about: 'Bill rate an hour in dollars', required: false },
      { name: 'minBillRate', about: 'Lowest bill rate, if the description has a range', required: false },
      { name: 'billRateText', about: 'The words of the description that name the rate', required: false },
    ],
  },
  2: {
    name: 'Mapping choice',
    about: 'Gets texts of vendors, each with up to eight values of the agency’s list. Its choices are suggested, never mapped.',
    withoutEngine: 'The built-in matcher suggests values.',
    inUse: true,
    output: 'mapping',
    placeholders: [],
    properties: [{ name: 'choices', about: 'For each text its number and the id of the chosen value, or null', required: true }],
  },
  3: {
    name: 'Value of a field',
    about: 'Gets the question of a rule’s AI prompt, filled with texts of the job. The value goes to the field of the rule.',
    withoutEngine: 'The questions wait, and the field stays as it is.',
    inUse: true,
    output: 'value',
    placeholders: [
      { name: 'field', about: 'The field that the rule writes' },
      { name: 'kind', about: 'What the field holds, such as a number' },
    ],
    properties: [{ name: 'value', about: 'A text, a number, true or false, or null', required: true }],
  },
  4: {
    name: 'Email parser',
    about: 'Reads job orders from the text of an email.',
    withoutEngine: 'Nothing is read.',
    inUse: false,
    output: 'jobs',
    placeholders: [],
    properties: [
      { name: 'jobId', about: 'The vendor’s number of the job', required: false },
      { name: 'title', about: 'Title of the job', required: false },
      { name: 'facility', about: 'Name of the facility', required: false },
      { name: 'city', about: 'City of the facility', required: false },
      { name: 'state', about: 'State of the facility, two letters', required: false },
      { name: 'degree', about: 'Degree, such as RN', required: false },
      { name: 'specialty', about: 'Specialty, such as ICU', required: false },
      { name: 'shift', about: 'Shift as it is written', required: false },
      { name: 'startDate', about: 'First day as yyyy-MM-dd', required: false },
      { name: 'billRate', about: 'Bill rate an hour in dollars', required: false },
    ],
  },
  100: {
    name: 'Rule draft',
    about: 'Gets the description of a rule. The draft is checked like a rule that a person writes, and is never saved by itself.',
    withoutEngine: 'The built-in drafter, which understands common sentences, drafts the rule.',
    inUse: true,
    output: 'rule',
    placeholders: rulePlaceholders,
    properties: [
      { name: 'name', about: 'Name of the rule', required: true },
      { name: 'source', about: 'Condition of the rule', required: true },
      { name: 'actionType', about: 'Number of the action', required: true },
      { name: 'fieldId', about: 'Number of the field that the action writes, or null', required: true },
      { name: 'operand', about: 'What the action writes, or null', required: true },
      { name: 'workType', about: '1 travel, 2 permanent, 3 per diem, null all', required: true },
      { name: 'assumed', about: 'Assumptions that the description does not state', required: true },
    ],
  },
};

/** The operations in the order of their numbers. */
export const operationIds: readonly OperationId[] = [1, 2, 3, 4, 100];

/** Whether a number is one of an operation. */
export const isOperation = (id: number): id is OperationId => Object.hasOwn(operations, id);

/** The operation of a number; null if there is none. */
export const operationOf = (id: number): Operation | null => (isOperation(id) ? operations[id] : null);
