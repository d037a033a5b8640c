import type { ConnectionForm } from '../connection-form.ts';

/** The name of an object or of a field in Salesforce’s API; it becomes part of an address. */
const apiName = /^\w+$/;

export const salesforceForm: ConnectionForm = {
  ownSignIn: 'Salesforce',
  fields: [
    {
      name: 'loginInfoUrl',
      type: 'url',
      label: 'Salesforce domain',
      hint: 'Your own domain, which ends with my.salesforce.com',
      isRequired: true,
      remedy: 'Write the address of your own domain in Salesforce, with https://',
    },
    {
      name: 'clientId',
      type: 'text',
      label: 'Consumer key',
      isRequired: true,
      remedy: 'Write the consumer key of the app in Salesforce',
    },
    {
      name: 'clientSecret',
      type: 'secret',
      label: 'Consumer secret',
      hint: 'Not needed if a person signs in at Salesforce.',
      isRequired: false,
      remedy: 'Write the consumer secret of the app in Salesforce',
    },
    {
      name: 'apiVersion',
      type: 'text',
      label: 'API version',
      hint: 'Such as v60.0',
      pattern: /^v\d+\.0$/,
      isRequired: true,
      remedy: 'Write the version of the API, such as v60.0',
    },
    {
      name: 'objectName',
      type: 'text',
      label: 'Object',
      hint: 'The API name, such as Job_Order__c',
      pattern: apiName,
      isRequired: true,
      remedy: 'Write the API name of the object that jobs go to',
    },
    {
      name: 'externalIdField',
      type: 'text',
      label: 'External ID field',
      hint: 'A unique text field that holds Jobdock’s reference',
      pattern: apiName,
      isRequired: true,
      remedy: 'Write the API name of its external id field',
    },
  ],
};
