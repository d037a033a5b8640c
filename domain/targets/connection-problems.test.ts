import { expect, test } from 'vitest';
import { bullhornForm } from './connection-forms/bullhorn.ts';
import { salesforceForm } from './connection-forms/salesforce.ts';
import { addressOf, connectionProblems, secretsOf } from './connection-problems.ts';

const whole = {
  loginInfoUrl: 'https://rest.example.com/rest-services/loginInfo',
  username: 'agency.api',
  password: 'p',
  clientId: 'c',
  clientSecret: 's',
  ownerId: 1,
  contactId: 2,
};

test('a complete connection has no problems', () => {
  expect(connectionProblems(bullhornForm, whole)).toBeNull();
});

test('each missing or wrong value answers the remedy of its own field', () => {
  const remedies = Object.fromEntries(bullhornForm.fields.map(({ name, remedy }) => [name, remedy]));
  expect(connectionProblems(bullhornForm, {})).toEqual(remedies);
  const wrong = {
    loginInfoUrl: 'ftp://files.example.com',
    username: '  ',
    password: 7,
    clientId: null,
    ownerId: 1.5,
    contactId: '2',
  };
  for (const [name, value] of Object.entries(wrong))
    expect(connectionProblems(bullhornForm, { ...whole, [name]: value }), name).toEqual({ [name]: remedies[name] });
});

test('a field that is not required may be blank, but not of another type', () => {
  const form = { fields: [{ name: 'page', type: 'url', label: 'Page', isRequired: false, remedy: 'Write an address' }] } as const;
  expect(connectionProblems(form, { page: '' })).toBeNull();
  expect(connectionProblems(form, { page: 'page' })).toEqual({ page: 'Write an address' });
});

test.each([
  ['apiVersion', 'v60.0', '60'],
  ['objectName', 'Job_Order__c', 'Job_Order__c/../User'],
  ['externalIdField', 'Reference__c', 'Reference c'],
])('%s must match what Salesforce accepts', (name, good, bad) => {
  const field = salesforceForm.fields.filter((each) => each.name === name);
  expect(connectionProblems({ fields: field }, { [name]: good })).toBeNull();
  expect(connectionProblems({ fields: field }, { [name]: bad })).toEqual({ [name]: field[0]?.remedy });
});

test('a form knows its address and its secrets', () => {
  expect(addressOf(bullhornForm)).toBe('loginInfoUrl');
  expect(addressOf(null)).toBeNull();
  expect(secretsOf(bullhornForm).map(({ name }) => name)).toEqual(['password', 'clientSecret']);
});
