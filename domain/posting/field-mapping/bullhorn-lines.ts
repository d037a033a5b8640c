import { closes, constant, copy, date, kindLinesOf, mappedTo, number, once, titleLines, when, yesNo } from './line-makers.ts';

/** Bullhorn refuses texts that are longer than the documented length. */
const short = { maxLength: 100 } as const;
const facilityIsMapped = '[Mapped Facility ID] is not empty';

/** What a job order of Bullhorn gets until somebody changes it: the lines that a target begins with, in their order. */
export const bullhornLines = kindLinesOf([
  ...titleLines('title', short),
  mappedTo('clientCorporation.id', 'facility', 1, number),
  copy('startDate', 'startDate', date),
  copy('startDate', 'firstSeenAt', date),
  copy('dateEnd', 'endDate', date),
  when('employmentType', '[Work Type] equal "Travel"', 'Contract'),
  when('employmentType', '[Work Type] equal "Permanent"', 'Direct Hire'),
  when('employmentType', '[Work Type] equal "Per Diem"', 'Per Diem'),
  copy('numOpenings', 'positions', number),
  constant('numOpenings', '1', number),
  copy('description', 'description'),
  copy('description', 'note'),
  constant('description', ''),
  when('durationWeeks', '[Duration] is not empty', '=[Duration] / 7', number),
  copy('hoursPerWeek', 'hoursPerWeek', number),
  copy('clientBillRate', 'billRate', number),
  copy('payRate', 'payPerHour', number),
  constant('salaryUnit', 'Per Hour'),
  copy('source', 'source', short),
  copy('address.address1', 'mappedFacilityAddress'),
  copy('address.city', 'mappedFacilityCity'),
  copy('address.state', 'mappedFacilityState'),
  copy('address.zip', 'mappedFacilityZip'),
  // The United States in Bullhorn's list of countries.
  when('address.countryID', facilityIsMapped, '1', number),
  mappedTo('customText1', 'shift', 3, short),
  copy('customText2', 'providerJobId', short),
  // A vendor's word becomes one of five statuses when the job is collected; here each of them closes the job order or leaves it open.
  when('isOpen', '[Status] equal "Open"', 'yes', { ...yesNo, ...closes }),
  constant('isOpen', 'no', { ...yesNo, ...closes }),
  when('reasonClosed', '[Status] equal "Cancelled"', 'Cancelled by source', closes),
  when('reasonClosed', '[Status] not equal "Open"', '[Status]', closes),
  { atsField: 'categories', jobField: 'degree', option: 6 },
  { atsField: 'specialties', jobField: 'specialty', option: 6 },
  copy('dateAdded', 'firstSeenAt', { ...date, ...once }),
  constant('onSite', 'On-Site', once),
  constant('willRelocateInt', '0', { ...number, ...once }),
  constant('status', 'Accepting Candidates', once),
]);

/** Fields without which Bullhorn refuses a job order. Jobdock itself gives the reference, the contact and the owner. */
export const bullhornRequired: readonly string[] = ['title', 'clientCorporation', 'startDate', 'employmentType', 'status'];
