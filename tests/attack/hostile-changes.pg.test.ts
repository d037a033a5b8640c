import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { type CommandName, commandArgs, commandNames } from '#contract/commands/commands.ts';
import { changeNow } from '#contract/sync/changes.ts';
import { pushMutations } from '#contract/sync/sync.ts';
import { sampleArgs } from '#tests/contract/sample-args.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation } from '#tests/support/worlds/sync-world.ts';

// Each change gets these values at the places of its arguments: the answer is an outcome, and never that the service failed.
const numbers = [2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, -281_474_976_710_656, 1e20];
const texts = ['a\0b', 'half \ud800', 'x'.repeat(20_000), '='];
const nested = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as unknown;

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  await db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', service.people.recruiter).execute();
  token = await service.signIn('recruiter');
});
afterAll(() => service.close());

/** The long form sends every form of every change. */
const all = process.env['HOSTILE_CHANGES'] === 'all';
const mostOfShortForm = 30;

/** In the short form, a change with many places gets 30 of its forms: from everywhere in it, and with each kind of value. */
function shareOf(forms: readonly unknown[]): readonly unknown[] {
  const step = all ? 1 : Math.ceil(forms.length / mostOfShortForm);
  return forms.filter((_, i) => i % step === Math.floor(i / step) % step);
}

const sampleOf = (name: CommandName) => sampleArgs({ args: commandArgs[name] as z.ZodType } as never);

/** The value with each of its leaves, one after the other, replaced by each hostile value of its kind. */
function hostileForms(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const filled: unknown[] = value.length === 0 ? [] : value;
    return [nested, ...filled.flatMap((each, i) => hostileForms(each).map((form) => filled.with(i, form)))];
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const bad = { ...value, ['a\0b']: 1 };
    return [bad, ...entries.flatMap(([key, each]) => hostileForms(each).map((form) => ({ ...value, [key]: form })))];
  }
  return typeof value === 'number' ? [...numbers, ...texts] : [...texts, ...numbers];
}

let lanes = 0;
async function push(...changes: readonly ReturnType<typeof mutation>[]) {
  const args = { protocol: 1, clientId: laneId(`hostile${lanes++}`), customerId: service.people.north, mutations: [...changes] };
  const { status, body } = await service.send(pushMutations, args, token);
  return { status, body };
}

test.each(commandNames)('%s with hostile arguments is refused or carried out, and the service never fails', async (name) => {
  const forms = shareOf(hostileForms(sampleOf(name)));
  expect(forms.length).toBeGreaterThan(0);
  for (const form of forms) {
    const seen = JSON.stringify(form).slice(0, 200);
    const { status, body } = await push(mutation(1, name, form));
    expect({ seen, status, code: codeOf(body) }).toMatchObject({
      status: 200,
      code: expect.not.stringMatching('failed') as string,
    });
    const now = await service.send(changeNow, { cust: 'me', name, args: form, pre: {} }, token);
    expect({ seen, status: now.status < 500 }).toEqual({ seen, status: true });
  }
});

test('one change with a text that cannot be stored is refused with its field, and the others of its batch are answered', async () => {
  const bad = { id: 1, aliases: ['a\0b'] };
  const { body } = await push(mutation(1, 'source.alias.v1', bad), mutation(2, 'job.hold.v1', { ids: [1] }));
  expect(body).toMatchObject({
    kind: 'done',
    last: 2,
    outcomes: [
      { seq: 1, outcome: 'rejected', code: 'invalid', message: expect.stringMatching(/^aliases.0: .*U\+0000/) as string },
      { seq: 2 },
    ],
  });
});

test('a change nested deeper than the call stack is a body that cannot be read', async () => {
  const deep = `{"a":`.repeat(20_000);
  const mutation = `{"seq":1,"name":"job.hold.v1","args":${deep}1${'}'.repeat(20_000)},"pre":{},"dependsOn":[],"actor":"a","createdAt":"","fingerprint":""}`;
  const payload = `{"protocol":1,"clientId":"${laneId('deep')}","customerId":${service.people.north},"mutations":[${mutation}]}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await service.app.inject({ method: 'POST', url: '/api/sync/push', payload, headers });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ kind: 'invalid' });
});

const codeOf = (body: unknown) => (body as { outcomes?: { code?: string; outcome: string }[] }).outcomes?.[0]?.code ?? 'applied';
