import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inviteSeveral, previewInvitations } from '#contract/people/invitations.ts';
import { sendFile } from '#tests/contract/send-file.ts';
import { emails, startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
});
afterAll(() => service.close());
beforeEach(() => limitTo(100));

type Row = {
  row: number;
  name: string;
  email: string;
  roleId: number | null;
  rights: number[];
  isKnown: boolean;
  problem: string | null;
};

const limitTo = async (licenses: number) =>
  service.services.db
    .updateTable('customer')
    .set({ user_licenses_limit: licenses })
    .where('id', '=', service.people.north)
    .execute();
const preview = (text: string, token = chief) =>
  sendFile(service, previewInvitations, { cust: service.people.north }, text, token);
const rowsOf = async (text: string) => {
  const { status, body } = await preview(text);
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as { people: Row[] }).people;
};
const mailsTo = async (email: string) =>
  (await service.services.db.selectFrom('mail').select('id').where('to_address', '=', email).execute()).length;
const peopleNow = async () =>
  (await service.services.db.selectFrom('app_user').select('id').where('customer_id', '=', service.people.north).execute())
    .length;
const invite = (people: { name: string; email: string; roleId: number }[], token = chief) =>
  service.send(inviteSeveral, { cust: service.people.north, people: people.map((one) => ({ phone: null, ...one })) }, token);
const roleName = async (id: number) =>
  (await service.services.db.selectFrom('role').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

describe('the preview', () => {
  test('shows role and rights of each row, and what is wrong with each bad one; nothing is stored and no email leaves', async () => {
    const before = await peopleNow();
    const [recruiter, administrator] = [await roleName(3), await roleName(2)];
    const rows = await rowsOf(
      [
        'Name,E-mail,Role,Phone',
        `Ivy Good,ivy@north.test,${recruiter.toUpperCase()},555`,
        `Bad Address,not-an-address,${recruiter},`,
        `Taken Elsewhere,${emails.stranger},${recruiter},`,
        'No Role,norole@north.test,Astronaut,',
        `Too Much,much@north.test,${administrator},`,
        `Here Already,${emails.viewer},${recruiter},`,
        `Ivy Again,IVY@north.test,${recruiter},`,
        `,nameless@north.test,${recruiter},`,
      ].join('\n'),
    );
    const { rights } = await service.services.db
      .selectFrom('role')
      .select('rights')
      .where('id', '=', 3)
      .executeTakeFirstOrThrow();
    expect(rows.map(({ isKnown, problem }) => (isKnown ? 'known' : problem))).toEqual([
      null,
      expect.stringContaining('Invalid email'),
      expect.stringContaining('signs in already'),
      expect.stringContaining('no role “Astronaut”'),
      expect.stringContaining('give a right that you don’t have'),
      'known',
      expect.stringContaining('Another row'),
      expect.any(String),
    ]);
    expect(rows[0]).toMatchObject({ name: 'Ivy Good', email: 'ivy@north.test', roleId: 3, rights });
    expect([await peopleNow(), await mailsTo('ivy@north.test')]).toEqual([before, 0]);
  });

  test('marks the rows for which no license is left; those before them are fine', async () => {
    await limitTo((await peopleNow()) + 1);
    const recruiter = await roleName(3);
    const rows = await rowsOf(`name,email,role\nOne,one@north.test,${recruiter}\nTwo,two@north.test,${recruiter}\n`);
    expect(rows.map(({ problem }) => problem)).toEqual([null, expect.stringContaining('licenses are in use')]);
  });

  test('refuses a file without its columns, with more than 200 rows, and from somebody without the right', async () => {
    expect((await preview('a,b\n1,2\n')).body).toMatchObject({
      kind: 'invalid',
      fields: { file: expect.stringContaining('name') },
    });
    const long = Array.from({ length: 201 }, (_, i) => `P${i},p${i}@north.test,Recruiter`).join('\n');
    expect((await preview(`name,email,role\n${long}\n`)).body).toMatchObject({ kind: 'too_large' });
    expect((await preview('name,email,role\n', await service.signIn('recruiter'))).status).toBe(403);
  });
});

describe('the invitations', () => {
  test('reach each good person once; a repeated call sends no second email, and bad rows do not stop the others', async () => {
    const people = [
      { name: 'Ida', email: 'ida@north.test', roleId: 3 },
      { name: 'Bad', email: 'bad', roleId: 3 },
      { name: 'Taken', email: emails.stranger, roleId: 3 },
      { name: 'Gone', email: 'gone@north.test', roleId: 9999 },
      { name: 'Max', email: 'MAX@north.test', roleId: 4 },
    ];
    const first = await invite(people);
    expect(first).toMatchObject({ status: 200, body: { invited: 2, known: 0 } });
    expect((first.body as { refused: { email: string }[] }).refused.map(({ email }) => email)).toEqual([
      'bad',
      emails.stranger,
      'gone@north.test',
    ]);
    expect(await invite(people)).toMatchObject({ status: 200, body: { invited: 0, known: 2 } });
    expect([await mailsTo('ida@north.test'), await mailsTo('max@north.test'), await mailsTo('gone@north.test')]).toEqual([
      1, 1, 0,
    ]);
    const lines = await service.services.db
      .selectFrom('audit')
      .select(['object_kind', 'actor_id'])
      .where('command', '=', 'user.invite.list')
      .execute();
    expect(lines).toEqual([1, 2].map(() => ({ object_kind: 'user', actor_id: service.people.chief })));
  });

  test('give no role that the person who invites may not give', async () => {
    const answer = await invite([{ name: 'Eve', email: 'eve@north.test', roleId: 2 }]);
    expect(answer).toMatchObject({ status: 200, body: { invited: 0, refused: [{ email: 'eve@north.test' }] } });
    expect(await mailsTo('eve@north.test')).toBe(0);
  });
});
