import { type RateReading, type Reading, type ShiftReading, shiftModifiers } from '../reading.ts';

/** Hours of a shift, shifts a week, and dollars an hour, each at most. */
const [mostHours, mostShifts, mostRate] = [24, 14, 10_000];

/** What is wrong with a reading, by the field: `shift.hours`. Each sentence says what to do. */
export type ReadingProblems = Readonly<Record<string, string>>;

const times = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What is wrong with what a person says that `description` says; empty if nothing is. */
export function readingProblems(description: string, { shift, rate }: Reading): ReadingProblems {
  const found = [
    ...(shift === null ? [] : shiftProblems(description, shift)),
    ...(rate === null ? [] : rateProblems(description, rate)),
  ];
  // The first sentence about a field.
  return Object.fromEntries(found.filter(([field], i) => found.findIndex(([other]) => other === field) === i));
}

type Found = readonly [field: string, words: string];

function wordsProblem(description: string, field: string, substring: string): Found[] {
  if (substring.trim() === '') return [[field, 'Mark the words of the description that say it.']];
  if (description.includes(substring)) return [];
  return [[field, 'These words are not in the description. Mark them there, letter by letter as they are.']];
}

function shiftProblems(description: string, { substring, start, end, hours, shiftsPerWeek, modifiers }: ShiftReading): Found[] {
  const problems = wordsProblem(description, 'shift.substring', substring);
  if (start !== null && !times.test(start)) problems.push(['shift.start', 'Write the start as HH:mm, such as 07:00.']);
  if (end !== null && !times.test(end)) problems.push(['shift.end', 'Write the end as HH:mm, such as 19:30.']);
  if (hours !== null && !(hours >= 0 && hours <= mostHours))
    problems.push(['shift.hours', `A shift has 0 to ${mostHours} hours. Correct the length.`]);
  if (shiftsPerWeek !== null && !(shiftsPerWeek >= 0 && shiftsPerWeek <= mostShifts))
    problems.push(['shift.shiftsPerWeek', `A week has 0 to ${mostShifts} shifts. Correct the number.`]);
  const unknown = modifiers.find((modifier) => !shiftModifiers.includes(modifier));
  if (unknown !== undefined)
    problems.push(['shift.modifiers', `“${unknown}” is no kind of shift. Use ${shiftModifiers.join(', ')}.`]);
  return problems;
}

function rateProblems(description: string, { substring, rate, minRate }: RateReading): Found[] {
  const problems = wordsProblem(description, 'rate.substring', substring);
  if (!(rate > 0 && rate <= mostRate))
    problems.push(['rate.rate', `Enter the bill rate an hour, above $0 and at most $${mostRate.toLocaleString('en-US')}.`]);
  if (minRate !== null && !(minRate >= 0 && minRate <= rate))
    problems.push(['rate.minRate', 'The minimum is at most the bill rate. Correct one of them.']);
  return problems;
}
