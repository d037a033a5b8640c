import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadAtsClients, uploadAtsDegrees, uploadAtsShifts, uploadAtsSpecialties } from '#contract/collecting/uploads.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { seedMapping } from '#tests/support/worlds/mapping-world.ts';

let service: TestService;
let chief: string;
let recruiter: string;
beforeAll(async () => {
  service = await startTestService();
  await seedMapping(service.services.db, service.people.north, [], []);
  [chief, recruiter] = await Promise.all([service.signIn('chief'), service.signIn('recruiter')]);
});
afterAll(() => service.close());

const lists = [
  {
    call: uploadAtsClients,
    kind: 'facility',
    heading: 'Id,Name,City,State',
    row: '100,Mercy General,Reno,NV',
    wrong: ',Nameless,Reno,NV',
  },
  { call: uploadAtsDegrees, kind: 'degree', heading: 'Id,Name', row: '4,Registered Nurse', wrong: ',Nameless' },
  {
    call: uploadAtsSpecialties,
    kind: 'specialty',
    heading: 'Id,Name,Degree Id',
    row: '6,Intensive Care,4',
    wrong: ',Nameless,4',
  },
  { call: uploadAtsShifts, kind: 'shift', heading: 'Id,Name', row: '8,Nights 12h', wrong: ',Nameless' },
] as const;

test.each(lists)(
  '$call.route adds new rows, updates known ones, and reports rejected ones',
  async ({ call, kind, heading, row, wrong }) => {
    const args = (...rows: string[]) => ({
      cust: 'me' as const,
      target: 1,
      file: Buffer.from([heading, ...rows].join('\n')),
      fileName: 'list.csv',
    });
    expect(await service.call(call, args(row), chief)).toMatchObject({ added: 1, changed: 0, same: 0, refused: [] });
    const again = await service.call(call, args(row, wrong), chief);
    expect(again).toMatchObject({ added: 0, same: 1, refused: [{ problems: [{ problem: expect.any(String) }] }] });
    const stored = await service.services.db
      .selectFrom('ats_value')
      .select('row')
      .where('customer_id', '=', service.people.north)
      .execute();
    const [id, name] = row.split(',');
    expect(stored.map((one) => one.row)).toContainEqual(expect.objectContaining({ kind, extId: id, name }));

    expect((await service.send(call, { ...args(row), target: 4711 }, chief)).status).toBe(404);
    expect((await service.send(call, args(row), recruiter)).status).toBe(403);
    expect(await service.send(call, { ...args(), file: Buffer.from('') }, chief)).toMatchObject({
      status: 400,
      body: { fields: { file: expect.any(String) } },
    });
  },
);
