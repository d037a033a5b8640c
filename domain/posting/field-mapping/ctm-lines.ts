import { copy, date, kindLinesOf, mappedTo } from './line-makers.ts';

/** What a long-term order of CTM (ClearConnect) gets until somebody changes it, under the names of `insertLTorder`. */
export const ctmLines = kindLinesOf([
  mappedTo('clientid', 'facility', 1),
  mappedTo('nursetype', 'degree', 1),
  mappedTo('specialty', 'specialty', 1),
  copy('date_start', 'startDate', date),
  copy('date_end', 'endDate', date),
  mappedTo('shiftId', 'shift', 1),
]);

/** The values by which an order is found again after a lost answer. */
export const ctmRequired: readonly string[] = ['clientid', 'nursetype', 'specialty', 'date_start'];
