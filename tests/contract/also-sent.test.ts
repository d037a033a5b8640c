import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { alsoSent } from '#contract/also-sent.ts';
import { readArgs } from '#server/kit/http/read-args.ts';
import { sampleArgs } from './sample-args.ts';

const listed = Object.entries(alsoSent).map(([route, { fields, why }]) => ({ route, fields, why }));

test.each(listed)('$route is a call, and the list says why it accepts more fields', ({ route, fields, why }) => {
  expect(endpoints.map((endpoint) => endpoint.route)).toContain(route);
  expect(fields.length).toBeGreaterThan(0);
  expect(why).toMatch(/\.$/);
});

const changing = endpoints.filter(({ route, wholeBody, upload }) => /^(POST|PUT)/.test(route) && !wholeBody && !upload);
const read = (endpoint: (typeof endpoints)[number], body: Record<string, unknown>) =>
  readArgs(endpoint, { params: sampleArgs(endpoint), query: {}, body });

test('the contract has calls with a body', () => expect(changing.length).toBeGreaterThan(50));

test.each(changing)('$route refuses an undeclared field by its name', (endpoint) => {
  const unknown = { ok: false, error: { fields: { colour: 'This call has no such field: leave it out.' } } };
  const isOpen = alsoSent[endpoint.route]?.fields === 'any';
  expect(read(endpoint, { colour: 'red' })).toMatchObject(isOpen ? {} : unknown);
});

test.each([
  ['POST /api/agent/update/:cust', { password: 'x', OrgKey: 'y', LastSuccess: null }],
  ['POST /api/staging/manualupdate/:cust/:fieldCode', { MappedDegree: 'RN', attachments: [] }],
  ['PUT /api/CustomerFee/:id/:cust', { ID: 3, Source: 'Medloop' }],
])('%s accepts the whole row of the documented screen', (route, extra) => {
  const endpoint = endpoints.find((one) => one.route === route);
  const answer = endpoint && read(endpoint, extra);
  expect(answer?.ok === false ? Object.keys(answer.error.fields) : []).not.toEqual(expect.arrayContaining(Object.keys(extra)));
  for (const field of Object.keys(extra)) expect(answer).not.toHaveProperty(['error', 'fields', field]);
});
