import { expect, test } from 'vitest';
import type { JobOrder } from '#server/targets/adapter/target-adapter.ts';
import { validateIndeedFeed } from '#tests/doubles/indeed-validator.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { feedDocument } from './feed-document.ts';

const head = {
  publisher: 'Harborview Staffing',
  publisherUrl: 'https://agency.example',
  applyUrl: 'https://agency.example/apply/{reference}',
  builtAt: '2026-11-20T12:00:00.000Z',
};
const unmapped = { facility: null, degree: null, specialty: null, shift: null };

async function written(...orders: JobOrder[]): Promise<string> {
  async function* all() {
    yield* orders;
  }
  let text = '';
  for await (const chunk of feedDocument(head, all())) text += chunk;
  return text;
}

test('[T17] every job follows the rules that Indeed enforces by silently dropping a job', async () => {
  const orders = [1, 2, 3].map((id) => ({
    reference: `REF${id}`,
    job: aJob({ id, city: 'Reno', state: 'NV', payPerHour: 61.5, description: 'Nights' }),
    mapped: unmapped,
  }));
  const { jobs, problems } = validateIndeedFeed(await written(...orders));
  expect(problems).toEqual([]);
  expect(jobs.map((j) => j['referencenumber'])).toEqual(['REF1', 'REF2', 'REF3']);
  expect(jobs[0]).toMatchObject({ salary: '$61.50 / hour', url: 'https://agency.example/apply/REF1', country: 'US' });
});

test('the validator refuses a job without a city', async () => {
  const { problems } = validateIndeedFeed(
    await written({ reference: 'R', job: aJob({ city: null, state: 'NV' }), mapped: unmapped }),
  );
  expect(problems).toEqual([{ job: 'R', problem: 'city is missing or not in CDATA' }]);
});

test('hostile text cannot close its element, and control characters are removed', async () => {
  const description = 'a ]]></description><job>\u0001 & <b>b</b>';
  const { jobs } = validateIndeedFeed(
    await written({ reference: 'R', job: aJob({ description, city: 'Reno', state: 'NV' }), mapped: unmapped }),
  );
  expect(jobs).toHaveLength(1);
  expect(
    (await written({ reference: 'R', job: aJob({ description, city: 'Reno', state: 'NV' }), mapped: unmapped })).includes(
      '\u0001',
    ),
  ).toBe(false);
});

test('a job mapped to a client has the client’s place and name', async () => {
  const facility = {
    id: 1,
    targetId: 1,
    kind: 'facility' as const,
    extId: '9',
    name: 'Fairhaven Hospital',
    parentId: null,
    address: '1 Main Street',
    city: 'Sparks',
    state: 'NV',
    zip: '89431',
    active: true,
  };
  const { jobs } = validateIndeedFeed(await written({ reference: 'R', job: aJob(), mapped: { ...unmapped, facility } }));
  expect(jobs[0]).toMatchObject({
    company: 'Fairhaven Hospital',
    city: 'Sparks',
    streetaddress: '1 Main Street',
    postalcode: '89431',
  });
});
