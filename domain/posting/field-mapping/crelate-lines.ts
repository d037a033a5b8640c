import { closes, constant, copy, date, kindLinesOf, mappedTo, number, titleLines, when, yesNo } from './line-makers.ts';

/**
 * What a job of Crelate gets until somebody changes it. Companies and job titles have ids alone: Crelate creates one for a name
 * without an id, and says nothing of it. `IsOnHold` is the only documented field that takes a job out of work.
 */
export const crelateLines = kindLinesOf([
  ...titleLines('Name'),
  mappedTo('CompanyId', 'facility', 1),
  mappedTo('JobTitleId', 'specialty', 1),
  copy('NumberOfOpenings', 'positions', number),
  constant('NumberOfOpenings', '1', number),
  copy('Description', 'description'),
  copy('Description', 'note'),
  constant('Description', ''),
  copy('StartDate', 'startDate', date),
  copy('BillRate', 'billRate', number),
  copy('PayRate', 'payPerHour', number),
  copy('AddressBusiness_Line1', 'mappedFacilityAddress'),
  copy('AddressBusiness_City', 'mappedFacilityCity'),
  copy('AddressBusiness_State', 'mappedFacilityState'),
  copy('AddressBusiness_ZipCode', 'mappedFacilityZip'),
  when('IsOnHold', '[Status] equal "Open"', 'no', { ...yesNo, ...closes }),
  constant('IsOnHold', 'yes', { ...yesNo, ...closes }),
]);

/** Fields without which a job is refused: without a company's id, Crelate would create a new company. */
export const crelateRequired: readonly string[] = ['Name', 'CompanyId'];
