import { type RawBuilder, sql } from 'kysely';
import type { JobFaultName } from '#domain/data-issues/job-faults.ts';
import { flag } from '#domain/jobs/flags.ts';

/** `when` a job `j` has the fault, and the `value` that shows it. */
type Condition = { readonly when: RawBuilder<unknown>; readonly value: RawBuilder<unknown> };

const text = (field: string) => sql`j.row ->> ${sql.lit(field)}`;
const number = (field: string) => sql`(j.row ->> ${sql.lit(field)})::numeric`;
const blank = (field: string): Condition => ({ when: sql`coalesce(trim(${text(field)}), '') = ''`, value: sql`''` });
/** Without a number. 0 is none either: no vendor pays or works nothing. */
const none = (field: string): Condition => ({ when: sql`coalesce(${number(field)}, 0) = 0`, value: sql`''` });
const above = (more: string, less: string) => ({
  when: sql`${number(less)} > 0 and ${number(more)} > ${number(less)}`,
});

/** The day of a date as a number. A day that the calendar does not have counts as one of the next month and never fails. */
const day = (field: string) => sql`case when ${text(field)} ~ '^[1-9]\\d{3}-(0[1-9]|1[0-2])-\\d\\d$'
  then make_date(left(${text(field)}, 4)::integer, substr(${text(field)}, 6, 2)::integer, 1) + substr(${text(field)}, 9, 2)::integer - 1 end`;
const fromTo: RawBuilder<unknown> = sql`concat(${text('startDate')}, ' to ', ${text('endDate')})`;
const both = (one: string, word: string, other: string): RawBuilder<unknown> =>
  sql`concat(${text(one)}, ${sql.lit(` ${word} `)}, ${text(other)})`;

/** The conditions of every fault. `today` is a day as `yyyy-MM-dd`. */
export const faultConditions = (today: string): Readonly<Record<JobFaultName, Condition>> => ({
  noFacility: blank('facility'),
  noState: blank('state'),
  noDegree: blank('degree'),
  noSpecialty: blank('specialty'),
  noShift: blank('shift'),
  noStartDate: {
    when: sql`coalesce(${text('startDate')}, '') = '' and not coalesce((${text('asap')})::boolean, false)`,
    value: sql`''`,
  },
  noBillRate: none('billRate'),
  noHours: none('hoursPerWeek'),
  endBeforeStart: { when: sql`${text('endDate')} < ${text('startDate')}`, value: fromTo },
  endIsPast: { when: sql`${text('endDate')} <> '' and ${text('endDate')} < ${today}`, value: text('endDate') },
  lengthDiffers: {
    when: sql`abs(${day('endDate')} - ${day('startDate')} + 1 - ${number('durationDays')}) > 7 and ${text('endDate')} >= ${text('startDate')}`,
    value: sql`concat(${text('durationDays')}, ' days, ', ${fromTo})`,
  },
  hoursDiffer: {
    when: sql`${number('hoursPerShift')} > 0 and ${number('shiftsPerWeek')} > 0 and ${number('hoursPerWeek')} > 0
      and abs(${number('hoursPerShift')} * ${number('shiftsPerWeek')} - ${number('hoursPerWeek')}) > 0.5`,
    value: sql`concat(${text('shiftsPerWeek')}, ' shifts of ', ${text('hoursPerShift')}, ' hours, ', ${text('hoursPerWeek')}, ' a week')`,
  },
  tooManyHours: {
    when: sql`(${number('hoursPerShift')} > 24 or ${number('hoursPerWeek')} > 168)`,
    value: sql`concat(${text('hoursPerShift')}, ' a shift, ', ${text('hoursPerWeek')}, ' a week')`,
  },
  guaranteedAboveWeek: { ...above('guaranteedHours', 'hoursPerWeek'), value: both('guaranteedHours', 'of', 'hoursPerWeek') },
  payAboveBill: { ...above('payPerHour', 'billRate'), value: both('payPerHour', 'above', 'billRate') },
  minAboveBill: { ...above('minBillRate', 'billRate'), value: both('minBillRate', 'above', 'billRate') },
});

/** The jobs `j` that the report looks at: open, neither hidden nor canceled by a person. */
export const isLookedAt = sql`not j.deleted and j.status = 'Open'
  and (j.row ->> 'chgMap')::integer & ${sql.lit(flag.hidden | flag.manuallyCancelled)} = 0`;
