import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addBillingContact,
  listBillingContacts,
  readBillingContact,
  removeBillingContact,
  saveBillingContact,
} from '#contract/billing/contacts.ts';
import { messages } from '#contract/kit/messages.ts';
import { aContact } from '#tests/support/billing/billed-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
});
afterAll(() => service.close());

const add = (over: Partial<typeof aContact> = {}) => service.send(addBillingContact, { cust: 'me', ...aContact, ...over }, chief);
const invalid = (fields: Record<string, unknown>) => ({ status: 400, body: { kind: 'invalid', fields } });
const primaries = async () =>
  (await service.call(listBillingContacts, { cust: 'me' }, chief)).map(({ firstName, isPrimary }) => [firstName, isPrimary]);

test('the first contact is primary, and a new primary one takes its place', async () => {
  const first = await add({ isPrimary: false, phone: '+1 (775) 555-0100', zip: '89501-1234' });
  expect(first).toMatchObject({ status: 200, body: { message: 'Saved', contact: { isPrimary: true, fullName: 'Ann Reyes' } } });
  await add({ firstName: 'Bo', isPrimary: false });
  expect(await primaries()).toEqual([
    ['Ann', true],
    ['Bo', false],
  ]);
  await add({ firstName: 'Cy', isPrimary: true });
  expect(await primaries()).toEqual([
    ['Cy', true],
    ['Ann', false],
    ['Bo', false],
  ]);
});

test('the primary contact is neither unchecked nor removed; another one takes its place', async () => {
  const [cy, ann] = await service.call(listBillingContacts, { cust: 'me' }, chief);
  if (!cy || !ann) throw new Error('two contacts');
  const { fullName: _name, ...sent } = cy;
  expect(await service.send(saveBillingContact, { cust: 'me', ...sent, isPrimary: false }, chief)).toMatchObject(
    invalid({ isPrimary: messages.primaryContactRequired }),
  );
  expect(await service.send(removeBillingContact, { cust: 'me', id: cy.id }, chief)).toMatchObject(
    invalid({ id: messages.primaryContactRequired }),
  );
  const { fullName: _other, ...other } = ann;
  await service.call(saveBillingContact, { cust: 'me', ...other, city: 'Sparks', isPrimary: true }, chief);
  expect(await service.call(readBillingContact, { cust: 'me', id: ann.id }, chief)).toMatchObject({
    city: 'Sparks',
    isPrimary: true,
  });
  await service.call(removeBillingContact, { cust: 'me', id: cy.id }, chief);
  expect(await primaries()).toEqual([
    ['Ann', true],
    ['Bo', false],
  ]);
});

test('two new primary contacts at once leave one', async () => {
  await Promise.all(['Di', 'Ed'].map((firstName) => add({ firstName, isPrimary: true })));
  expect((await primaries()).filter(([, isPrimary]) => isPrimary)).toHaveLength(1);
});

test.each([
  [{ email: 'ann+bills@agency.health' }, null],
  [{ email: 'ann@agency' }, { email: 'Write an email address such as ann@agency.com' }],
  [{ email: '' }, { email: 'Write the email address' }],
  [{ phone: '555-0100' }, { phone: 'Write 10 digits, such as (775) 555-0100, with a country code such as +1 if you like' }],
  [{ phone: '775.555.0100' }, null],
  [{ phone: '+44 7755550100' }, null],
  [{ zip: '8950' }, { zip: 'Write 5 digits, or 5 and 4 digits such as 89501-1234' }],
  [{ firstName: ' ' }, { firstName: 'Write the first name' }],
  [{ lastName: '' }, { lastName: 'Write the last name' }],
  [{ company: 'x'.repeat(201) }, { company: 'Shorten this to 200 characters' }],
])('%j is refused with %j', async (over, fields) => {
  const answer = await add({ ...over, isPrimary: false });
  if (fields === null) expect(answer.status).toBe(200);
  else expect(answer).toMatchObject(invalid(fields));
});

test('contacts of others are not found, and the right is needed to change them', async () => {
  const [one] = await service.call(listBillingContacts, { cust: 'me' }, chief);
  const id = one?.id ?? 0;
  const { south, north } = service.people;
  const admin = await service.signIn('administrator');
  const recruiter = await service.signIn('recruiter');
  expect((await service.send(readBillingContact, { cust: south, id }, admin)).status).toBe(404);
  expect((await service.send(saveBillingContact, { cust: south, id, ...aContact }, admin)).status).toBe(404);
  expect((await service.send(removeBillingContact, { cust: south, id }, admin)).status).toBe(404);
  expect((await service.send(listBillingContacts, { cust: south }, chief)).status).toBe(404);
  expect((await service.send(addBillingContact, { cust: north, ...aContact }, recruiter)).status).toBe(403);
  expect((await service.send(listBillingContacts, { cust: north }, recruiter)).status).toBe(403);
});

test('a customer has at most 50', async () => {
  const row = {
    customer_id: service.people.north,
    is_primary: false,
    first_name: 'X',
    last_name: 'Y',
    company: '',
    address: '',
    city: '',
    state: '',
    zip: '',
    phone: '',
    email: 'x@y.example',
  };
  await service.services.db
    .insertInto('billing_contact')
    .values(Array.from({ length: 50 }, () => row))
    .execute();
  expect(await add()).toMatchObject(invalid({ email: 'A customer has at most 50 billing contacts: remove one first.' }));
});
