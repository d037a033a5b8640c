import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPremap, premapTemplate, readPremap, readPremapTemplate } from '#contract/mapping/premap.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';

let service: TestService;
let chief: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  const lists = [atsValue(4, 'degree', 'Registered Nurse'), atsValue(6, 'specialty', 'Intensive Care Unit', { parentId: 'E4' })];
  await seedMapping(service.services.db, service.people.north, lists, []);
  [chief, stranger] = await Promise.all([service.signIn('chief'), service.signIn('stranger')]);
});
afterAll(() => service.close());

const line = {
  jrDegree: 'RN',
  jrSpecialty: 'ICU',
  atsDegree: 'Registered Nurse',
  atsSpecialty: 'Intensive Care Unit',
  exclude: false,
  isAtsDegreeCorrect: true,
  isAtsSpecialtyCorrect: true,
  problem: null,
};

test('edited lines are checked against the lists of the ATS, and nothing is stored', async () => {
  const good = await service.call(checkPremap, { targetId: 1, lines: [line] }, chief);
  expect(good).toMatchObject({ hasErrors: false, fullLst: [line] });
  const wrong = { ...line, jrDegree: 'PT', atsDegree: 'Physiotherapist' };
  expect(await service.call(checkPremap, { targetId: 1, lines: [line, wrong] }, chief)).toMatchObject({
    hasErrors: true,
    fullLst: [{ problem: null }, { isAtsDegreeCorrect: false, problem: expect.stringContaining('Physiotherapist') }],
  });
  expect((await service.call(readPremap, { targetId: 1 }, chief)).fullLst).toEqual([]);
  expect((await service.send(checkPremap, { targetId: 4711, lines: [line] }, chief)).status).toBe(404);
  expect((await service.send(checkPremap, { targetId: 1, lines: [{ ...line, exclude: 'x' }] }, chief)).status).toBe(400);
  expect((await service.send(checkPremap, { targetId: 1, lines: [line] }, stranger)).status).toBe(404);
});

test('the template is a CSV file with the five columns', async () => {
  const { status, body, response } = await service.send(readPremapTemplate, {}, chief);
  expect(status).toBe(200);
  expect(body).toBe(premapTemplate);
  expect(String(body).split('\r\n')[0]).toBe('jrDegree,jrSpecialty,atsDegree,atsSpecialty,exclude');
  expect(response.headers['content-type']).toContain('text/csv');
  expect(response.headers['content-disposition']).toContain('premap.csv');
});
