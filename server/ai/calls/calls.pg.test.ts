import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAiCalls, readAiCallTexts } from '#contract/ai/calls.ts';
import { testAiPrompt } from '#contract/ai/prompts.ts';
import { storedCallTexts } from '#server/ai/rows/call-rows.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import { rotateDataKeys, storedSecrets } from '#server/kit/keys/rotate-data-keys.ts';
import { storedSuccessors } from '#server/people/auth/successors.ts';
import { type AiWorld, startAiWorld } from '#tests/support/ai/ai-world.ts';

let world: AiWorld;
let north = 0;
let south = 0;
beforeAll(async () => {
  world = await startAiWorld();
  ({ north, south } = world.service.people);
  const ask = (cust: number, text: string) => world.service.call(testAiPrompt, { cust, id: 3, text }, world.admin);
  await ask(north, 'Which floor? 4 West');
  await ask(south, 'Which floor? 5 East');
});
afterAll(() => world.close());

const calls = (cust: number | 'me') => world.service.call(listAiCalls, { cust, limit: 10 }, world.admin);

test('the log lists the calls of a customer, or of all, with the budget of the day and without texts', async () => {
  const ofNorth = await calls(north);
  expect(ofNorth).toMatchObject({
    total: 1,
    rows: [
      {
        customerId: north,
        customer: 'North Staffing',
        operation: 3,
        outcome: 'answered',
        test: true,
        standIn: true,
        counted: true,
      },
    ],
    day: { calls: 1, mostTokens: 1_000_000, mostSeconds: 7200 },
  });
  expect(ofNorth.day.tokens).toBe((ofNorth.rows[0]?.tokensIn ?? 0) + (ofNorth.rows[0]?.tokensOut ?? 0));
  expect(JSON.stringify(ofNorth)).not.toContain('4 West');
  expect(await calls(-1 as never)).toMatchObject({ total: 2, day: { calls: 2, mostTokens: null } });
});

test('texts are read after a fresh confirmation, audited, by the customer’s own call alone, and survive new data keys', async () => {
  const { service, admin } = world;
  const [call] = (await calls(north)).rows;
  const id = call?.id ?? 0;
  const read = () => service.send(readAiCallTexts, { cust: north, id }, admin);
  expect((await read()).body).toEqual({ asked: 'Which floor? 4 West', answered: '{"value":"4 West"}' });
  expect((await service.send(readAiCallTexts, { cust: south, id }, admin)).status).toBe(404);
  const { db, secrets } = service.services;
  const lines = await db.selectFrom('audit').select(['customer_id', 'object_id']).where('command', '=', 'ai.call.read').execute();
  expect(lines).toEqual([{ customer_id: north, object_id: String(id) }]);
  const before = await db.selectFrom('ai_call').select('sealed').execute();
  await rotateDataKeys({ db, secrets, stores: [storedSecrets, storedSuccessors, storedCallTexts], say: () => undefined });
  expect(await db.selectFrom('ai_call').select('sealed').execute()).not.toEqual(before);
  expect((await read()).body).toMatchObject({ asked: 'Which floor? 4 West' });
  await db.updateTable('session').set({ confirmed_at: '2000-01-01' }).execute();
  expect(await read()).toMatchObject({ status: 403, body: { kind: 'confirm_identity' } });
  const chief = await service.signIn('chief');
  expect((await service.send(readAiCallTexts, { cust: 'me', id }, chief)).status).toBe(403);
});

test('calls are forgotten after 30 days', async () => {
  const { db, now } = world.service.services;
  const count = async () => (await db.selectFrom('ai_call').select('id').execute()).length;
  await forgetOldSync(db, new Date(now().getTime() + 29 * 86_400_000));
  expect(await count()).toBe(2);
  await forgetOldSync(db, new Date(now().getTime() + 31 * 86_400_000));
  expect(await count()).toBe(0);
});
