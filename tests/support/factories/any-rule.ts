import fc from 'fast-check';
import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { ActionType, RuleRow, RuleTable } from '#contract/rows/rule-rows.ts';
import { fieldNamed, fields } from '#domain/fields/catalogue.ts';
import type { Field } from '#domain/fields/field.ts';
import { withEdit, withManualCancel } from '#domain/jobs/overrides.ts';
import { addDays } from '#domain/parsing/calendar.ts';
import type { PaySetup } from '#domain/pay/pay.ts';
import { anyConditionText } from './any-condition.ts';
import { aJob } from './job-factory.ts';

/** Random rules and jobs that often match: few fields, few values. */

export const today = '2026-11-21';

const named = (label: string): Field => {
  const field = fieldNamed(label);
  if (!field) throw new Error(label);
  return field;
};
const texts = ['Degree', 'Specialty', 'City', 'State', 'Note', 'VMS Notes', 'Unit'].map(named);
const amounts = ['Bill Rate', 'Local Rate', 'OT Rate', 'Margin', 'Duration'].map(named);
const others = ['Status', 'Work Type', 'Hot', 'Local', 'Start Date', 'End Date', 'Close Date', 'Local Variable'].map(named);
const readOnly = [
  'Duration Weeks',
  'Margin per Week',
  'Inclusive Pay per Hour',
  'Start Weekday',
  'Already Posted',
  'City and State',
  'On Hold',
  'Source',
  'Canceled by Rule',
].map(named);

/** A pay setup with which random jobs have pay. */
export const pay: PaySetup = {
  calcType: 0,
  regularPayRate: 20,
  hoursPerWeek: 36,
  fees: [{ source: 'Harbor VMS', vmsFee: 5, billOvertime: false }],
  degreePay: [{ degree: 'RN', payRate: 30 }],
  burdens: [{ state: 'CA', burden: 10 }],
};

/** The fields that random rules read, and those that they write. */
const readFields: readonly Field[] = [...texts, ...amounts, ...others, ...readOnly];
const writtenFields: readonly Field[] = [...texts, ...amounts, ...others];

/** A list that contains one value many times. */
const often = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);

const word = fc.constantFrom('RN', 'rn ', 'LPN', 'ICU', 'Med/Surg', 'CA', 'ny', '12', '', 'x|y', '60');
const amount = fc.constantFrom(0, 5, 12, 60, 60.5, 91, 100);
const day = fc.integer({ min: -20, max: 20 }).map((days) => addDays(today, days) ?? today);

function valueFor(field: Field): fc.Arbitrary<FieldValue> {
  if (field.key === 'status') return fc.constantFrom('Open', 'Open', 'Filled', 'Cancelled');
  if (field.key === 'workType') return fc.constantFrom(1, 2, 3);
  if (field.type === 'yes-no') return fc.boolean();
  if (field.type === 'date') return fc.oneof(day, day, fc.constant(null));
  if (field.type === 'number' || field.type === 'money') return fc.oneof(amount, amount, fc.constant(null));
  return fc.oneof(word, word, fc.constant(null));
}

const hand = { by: 'Ann', at: '2026-11-20T10:00:00.000Z' };

/** Jobs with random values, some of them locked by a user. */
export const anyJob: fc.Arbitrary<JobRow> = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    sourceId: fc.constantFrom(3, 4),
    values: fc.record(Object.fromEntries(writtenFields.filter((f) => f.home === 'job').map((f) => [f.key, valueFor(f)]))),
    extra: fc.record(Object.fromEntries(writtenFields.filter((f) => f.home === 'extra').map((f) => [f.key, valueFor(f)]))),
    locks: fc.subarray(['billRate', 'localRate', 'startDate', 'durationDays'] as const),
    isCancelled: fc.constantFrom(...often(false, 9), true),
    onHold: fc.boolean(),
  })
  .map(({ id, sourceId, values, extra, locks, isCancelled, onHold }) => {
    const kept = Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== null));
    let job: JobRow = { ...aJob({ id, sourceId }), ...values, extra: kept, chgMap: onHold ? 4 : 0 };
    if (job.status === 'Filled') job = { ...job, chgMap: job.chgMap | 4096 };
    for (const field of locks) job = withEdit(job, field, field === 'startDate' ? '2026-12-07' : 77, hand);
    return isCancelled ? withManualCancel(job, hand) : job;
  });

const bracketed = (field: Field) => (field.id === 128 ? '[Local Variable: rate]' : `[${field.label}]`);
const anyField = fc.constantFrom(...readFields).map(bracketed);

const formula = fc.oneof(
  fc
    .tuple(fc.constantFrom(...amounts).map(bracketed), fc.constantFrom('* 1.1', '+ 5', '/ 3', '- [Local Rate]'))
    .map(([a, b]) => `${a} ${b}`),
  fc.constantFrom(
    'round(coalesce([Bill Rate], 10) * 0.72, 2)',
    'if([Hot], 1, 2)',
    '[Degree] & "-" & [Specialty]',
    '[Start Date] + 7',
  ),
);

function operandFor(type: ActionType, field: Field): fc.Arbitrary<string> {
  if (type === 3) return fc.constantFrom('R~Q', 'icu~CCU|x~', '/(\\w)N/~$1M', '/[/~x');
  if (type === 4) return fc.oneof(word, anyField);
  if (type === 6) return fc.constantFrom('hold', 'Hide', 'stop');
  if (type === 7) return formula;
  if (type === 8) return fc.constantFrom('Burdens~[State]~Burden', 'Burdens~[Degree]~Burden', 'Nothing~[State]~x');
  const literal = valueFor(field).map((value) => (value === null ? '' : String(value)));
  return fc.oneof(
    literal,
    literal,
    anyField,
    fc.constantFrom('[Today]+7', 'Monday+7', '[Start Date]~Friday', 'see [City], [State]'),
  );
}

const table: fc.Arbitrary<RuleTable> = fc
  .record({
    sources: fc.uniqueArray(fc.constantFrom(...texts, ...amounts), { minLength: 1, maxLength: 2 }),
    targets: fc.uniqueArray(fc.constantFrom(...texts, ...amounts), { minLength: 1, maxLength: 2 }),
  })
  .chain(({ sources, targets }) => {
    const column = (field: Field) => ({ fieldId: field.id, variable: null });
    const source = fc.oneof(word, fc.constantFrom('*', '>=60', '5~60', '<>RN', 'RN|LPN'));
    const line = fc.tuple(
      ...sources.map(() => source),
      ...targets.map((field) => valueFor(field).map((value) => String(value ?? ''))),
    );
    return fc
      .array(line, { minLength: 1, maxLength: 4 })
      .map((lines) => ({ sources: sources.map(column), targets: targets.map(column), lines }));
  });

/** Conditions that match many jobs. */
const commonCondition = fc.constantFrom(
  '',
  '[Degree] equal RN|LPN',
  '[Degree] not equal RN and [State] not equal CA',
  '[Bill Rate] >= 5 or [Local Rate] is empty',
  '[Note] contains r|c',
  '[Start Date] > [Today]-10',
  '([City] is not empty or [Unit] is empty) and [Hot] equal no',
  '[Local Variable: rate] is empty',
);

/** Rules of every action type. Some are inactive, expired, limited to one work type or source, or invalid. */
export const anyRule = (from: readonly Field[] = readFields): fc.Arbitrary<RuleRow> =>
  fc
    .record({
      type: fc.constantFrom<ActionType>(1, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 10, 12),
      field: fc.constantFrom(...writtenFields),
      source: fc.oneof(
        { weight: 8, arbitrary: commonCondition },
        { weight: 9, arbitrary: anyConditionText(from) },
        { weight: 1, arbitrary: fc.constantFrom('', '[Degree] equals', '[Nope] = 1') },
      ),
      table: fc.oneof(fc.constant(null), table),
      workType: fc.constantFrom(...often(null, 8), 1 as const),
      sourceId: fc.constantFrom(...often(null, 8), 3),
      ord: fc.integer({ min: 0, max: 5 }),
      global: fc.constantFrom(false, false, true),
      appliedToCancelledJobs: fc.boolean(),
      active: fc.constantFrom(...often(true, 15), false),
      disableAfterOn: fc.constantFrom(...often(null, 14), today, '2026-11-20'),
    })
    .chain(({ type, field, ...rest }) =>
      operandFor(type, field).map((operand) => ({
        ...rest,
        id: 0,
        name: 'A rule',
        actionType: type,
        fieldId: field.id,
        variable: field.id === 128 ? 'rate' : null,
        operand,
        table: type === 4 ? rest.table : null,
        runOnExport: false,
        adminsOnly: false,
        deleted: false,
        version: 1,
        by: 'Ben',
        at: hand.at,
      })),
    );

/** A list of random rules with distinct ids. */
export const anyRules = (maxLength: number): fc.Arbitrary<RuleRow[]> =>
  fc
    .array(anyRule(), { minLength: 1, maxLength })
    .map((rules) => rules.map((rule, i) => ({ ...rule, id: i + 1, version: (i % 3) + 1 })));

/** Rows that random supplemental rules can find. */
export const supplementRows: readonly (readonly [string, Readonly<Record<string, FieldValue>>])[] = [
  ['CA', { Burden: 12 }],
  ['RN', { Burden: '7.5' }],
];

/** Every field that random rules can change. */
export const comparedKeys: readonly string[] = fields
  .filter((f) => writtenFields.includes(f) && f.home !== 'variable')
  .map((f) => f.key);
