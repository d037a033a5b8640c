import { closes, constant, copy, date, kindLinesOf, mappedTo, number, titleLines, when, yesNo } from './line-makers.ts';

/**
 * What a record of the agency's own object in Salesforce gets until somebody changes it. `Name` is Salesforce's own field; the agency
 * adds the others to its object, or removes their lines. Money is per hour.
 */
export const salesforceLines = kindLinesOf([
  ...titleLines('Name', { maxLength: 80 }),
  mappedTo('Client__c', 'facility', 1),
  mappedTo('Degree__c', 'degree', 2),
  mappedTo('Specialty__c', 'specialty', 2),
  mappedTo('Shift__c', 'shift', 3),
  copy('Start_Date__c', 'startDate', date),
  copy('End_Date__c', 'endDate', date),
  copy('Openings__c', 'positions', number),
  constant('Openings__c', '1', number),
  copy('Bill_Rate__c', 'billRate', number),
  copy('Pay_Rate__c', 'payPerHour', number),
  copy('Hours_Per_Week__c', 'hoursPerWeek', number),
  copy('Description__c', 'description'),
  copy('Description__c', 'note'),
  copy('City__c', 'city'),
  copy('State__c', 'state'),
  copy('VMS_Job_ID__c', 'providerJobId'),
  when('Is_Open__c', '[Status] equal "Open"', 'yes', { ...yesNo, ...closes }),
  constant('Is_Open__c', 'no', { ...yesNo, ...closes }),
  copy('Status__c', 'status', closes),
]);

/** The field that every record of Salesforce has. */
export const salesforceRequired: readonly string[] = ['Name'];
