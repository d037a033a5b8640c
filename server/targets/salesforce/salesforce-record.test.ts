import { expect, test } from 'vitest';
import { noDefaultIds } from '#domain/targets/settings/default-ids.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { noOrder } from '../adapter/no-order.ts';
import { columnsIn, salesforceValues } from './salesforce-record.ts';

const job = aJob({ workType: 1, status: 'Open', source: 'Medloop', providerJobId: 'V-1' });

test('without settings a record has the usual columns, and neither work type nor source', () => {
  const values = salesforceValues({ ...noOrder, job });
  expect(values).toMatchObject({ Status__c: 'Open', VMS_Job_ID__c: 'V-1', Degree__c: null });
  expect(Object.values(values)).not.toContain('Medloop');
});

test('an agency’s columns and its own words for work types and statuses are used', () => {
  const columns = columnsIn({
    jobStatusColumn: 'Stage__c',
    workTypeColumn: 'Kind__c',
    sourceColumn: 'Vendor__c',
    sourceIdColumn: 'Req__c',
  });
  const ids = { ...noDefaultIds, defaultTravelId: 'Traveler', defaultOpenId: 'Active' };
  const values = salesforceValues({ ...noOrder, job }, { columns, ids });
  expect(values).toMatchObject({ Stage__c: 'Active', Kind__c: 'Traveler', Vendor__c: 'Medloop', Req__c: 'V-1' });
  expect(values).not.toHaveProperty('Status__c');
  const perDiem = salesforceValues({ ...noOrder, job: { ...job, workType: 3, status: 'Cancelled' } }, { columns, ids });
  expect(perDiem).toMatchObject({ Stage__c: 'Cancelled', Kind__c: 'Per Diem' });
});
