import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { finishExportSignOn, startExportSignOn } from '#contract/people/export-keys.ts';
import { finishSignOn, finishSignOnConfirm, startSignOn, startSignOnConfirm } from '#contract/people/sign-on.ts';
import { decideSignOnDomain, removeSignOn, saveSignOn } from '#contract/people/sign-on-settings.ts';
import { type SignOnDouble, signOnClient } from '#server/demo/oidc/sign-on-double.ts';
import { routes } from '#server/routes.ts';
import { emails, type TestService } from '#tests/support/test-service.ts';
import { chooseAtProvider, cookiesOf, northDomain, startSignOnWorld } from '#tests/support/worlds/sign-on-world.ts';
import { changed, createLineReader, type LineReader } from './audit-lines.ts';
import { callsAboutSignOn } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls of sign-on: each is made once, and its line read.
let service: TestService;
let provider: SignOnDouble;
let admin: string;
let chief: string;
let reader: LineReader;
beforeAll(async () => {
  ({ service, provider } = await startSignOnWorld());
  reader = createLineReader(service);
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

/** Makes a call of a browser and returns its audit line. */
async function lineOf(endpoint: Endpoint, args: Record<string, unknown>, token: string, cookies: Record<string, string> = {}) {
  const [line] = await reader.linesOf(endpoint, () => service.send(endpoint, args, token, { cookies }));
  if (!line) throw new Error('no line');
  return { ...line, changed: changed(line) };
}

/** The answer of the provider for the chief, and the browser's cookies. */
async function answered(endpoint: Endpoint, args: Record<string, unknown>, token?: string) {
  const { body, response } = await service.send(endpoint, args, token);
  const { redirect } = body as { redirect: string };
  return { answer: await chooseAtProvider(redirect, emails.chief), cookies: cookiesOf(response) };
}

/** The line of the chief, who opens the changes of a device while the customer is inactive. */
async function exported() {
  const { north: customerId, chief: user_id } = service.people;
  const { db } = service.services;
  const clientIds = ['a-device-of-the-chief'];
  const lane = { client_id: 'a-device-of-the-chief', device_label: 'Chrome', protocol: 1, app_version: '1' };
  await db
    .insertInto('client')
    .values({ customer_id: customerId, user_id, ...lane })
    .execute();
  const setStatus = (status: 'active' | 'inactive') =>
    db.updateTable('customer').set({ status }).where('id', '=', customerId).execute();
  await setStatus('inactive');
  const { answer, cookies } = await answered(startExportSignOn, { customerId, clientIds });
  const line = await lineOf(finishExportSignOn, { answer, works: [{ customerId, clientIds }] }, '', cookies);
  await setStatus('active');
  return line;
}

test('audit lines of sign-on: settings, a domain, a sign-in, a confirmation, an export, the end', async () => {
  const { north, chief: actor, administrator } = service.people;
  const own = { issuer: provider.url, ...signOnClient, domains: [northDomain], localPasswords: true, keepers: [actor] };
  const saved = await lineOf(saveSignOn, { cust: north, ...own }, chief);
  expect(saved).toMatchObject({ customer_id: north, actor_id: actor, object_kind: 'customer', object_id: String(north) });
  expect(saved.changed).toMatchObject({ issuer: [null, provider.url], domains: [[], [northDomain]], keepers: [[], [actor]] });
  const decided = await lineOf(decideSignOnDomain, { cust: north, domain: northDomain, isConfirmed: true }, admin);
  expect(decided).toMatchObject({ actor_id: administrator, customer_id: north, detail: { domain: northDomain } });
  const signIn = await answered(startSignOn, { domain: northDomain });
  const opened = await lineOf(finishSignOn, { answer: signIn.answer }, '', signIn.cookies);
  expect(opened).toMatchObject({ actor_id: actor, customer_id: north, object_kind: 'session' });
  const confirm = await answered(startSignOnConfirm, {}, chief);
  const confirmed = await lineOf(finishSignOnConfirm, { answer: confirm.answer }, chief, confirm.cookies);
  expect(confirmed).toMatchObject({ actor_id: actor, object_kind: 'session' });
  expect(await exported()).toMatchObject({ actor_id: actor, customer_id: north, detail: { ofCustomers: [north], lanes: 1 } });
  expect((await lineOf(removeSignOn, { cust: north }, chief)).changed).toMatchObject({ issuer: [provider.url, null] });
});

test('the test above covers every call of sign-on that declares an audit line', () => {
  const named = routes.filter(
    ({ endpoint, audit }) => callsAboutSignOn.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(named.filter(({ endpoint }) => !reader.done.has(endpoint)).map(({ endpoint }) => endpoint.route)).toEqual([]);
});

test('no audit line contains the client secret, a code or a state', async () => {
  const text = JSON.stringify(await service.services.db.selectFrom('audit').select('detail').execute());
  expect(text).not.toContain(signOnClient.clientSecret);
  expect(text).not.toMatch(/code=|state=/);
});
