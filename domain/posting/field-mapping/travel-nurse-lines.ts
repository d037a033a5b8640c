import { constant, copy, date, kindLinesOf, mappedTo, number, titleLines, when } from './line-makers.ts';

const hasDuration = '[Duration] is not empty';

/**
 * What a job on TravelNurseSource gets until somebody changes it. License and specialty are the site's own terms, which the agency
 * keeps as the ids of its lists. Pay has no line, because the terms of `payFrequency` are not documented.
 */
export const travelNurseLines = kindLinesOf([
  ...titleLines('title'),
  copy('city', 'mappedFacilityCity'),
  copy('city', 'city'),
  copy('state', 'mappedFacilityState'),
  copy('state', 'state'),
  copy('postalCode', 'mappedFacilityZip'),
  copy('postalCode', 'zip'),
  mappedTo('license', 'degree', 1),
  mappedTo('specialty', 'specialty', 1),
  mappedTo('shift', 'shift', 3),
  copy('shiftsPerWeek', 'shiftsPerWeek', number),
  copy('hoursPerShift', 'hoursPerShift', number),
  when('durationLength', hasDuration, '=round([Duration] / 7)', number),
  when('durationUnit', hasDuration, 'week'),
  copy('startDate', 'startDate', date),
  copy('description', 'description'),
  copy('description', 'note'),
  constant('description', ''),
]);

/** The fields without which the site has nothing to list. */
export const travelNurseRequired: readonly string[] = ['title', 'license', 'specialty'];
