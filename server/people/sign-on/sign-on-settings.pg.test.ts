import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { login } from '#contract/people/auth.ts';
import { inviteSeveral } from '#contract/people/invitations.ts';
import { changePassword, changeSeparator, checkReset, requestReset } from '#contract/people/password-reset.ts';
import { setSecondFactorRule } from '#contract/people/second-factor.ts';
import { confirmIdentity } from '#contract/people/second-factor-proof.ts';
import { finishSignOnConfirm, startSignOn, startSignOnConfirm } from '#contract/people/sign-on.ts';
import { decideSignOnDomain, getSignOn, listSignOnDomains, removeSignOn, saveSignOn } from '#contract/people/sign-on-settings.ts';
import { type SignOnDouble, signOnClient } from '#server/demo/oidc/sign-on-double.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { addUser } from '#server/seed/seed.ts';
import { emails, type TestService, testPassword } from '#tests/support/test-service.ts';
import { chooseAtProvider, cookiesOf, giveSignOn, northDomain, startSignOnWorld } from '#tests/support/worlds/sign-on-world.ts';

let service: TestService;
let provider: SignOnDouble;
let admin: string;
let chief: string;
let draft: Record<string, unknown>;
beforeAll(async () => {
  ({ service, provider } = await startSignOnWorld());
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
  draft = {
    cust: service.people.north,
    issuer: provider.url,
    clientId: signOnClient.clientId,
    clientSecret: signOnClient.clientSecret,
    domains: [northDomain],
    localPasswords: true,
    keepers: [],
  };
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});
afterEach(async () => {
  await service.send(removeSignOn, { cust: service.people.north }, chief);
  await service.send(removeSignOn, { cust: service.people.south }, admin);
  provider.fault = null;
});

const save = (change: Record<string, unknown> = {}, token = chief) => service.send(saveSignOn, { ...draft, ...change }, token);
const problemOf = async (change: Record<string, unknown>, token = chief) => {
  const { status, body } = await save(change, token);
  return status === 400 ? (body as { fields: Record<string, string> }).fields : { status, body };
};
const confirm = (cust: number, isConfirmed = true) =>
  service.send(decideSignOnDomain, { cust, domain: northDomain, isConfirmed }, admin);
const starts = async () => (await service.send(startSignOn, { domain: northDomain })).status === 200;
const signsIn = async (who: keyof typeof emails) =>
  service.send(login, { username: emails[who], password: testPassword }, undefined, {
    remoteAddress: `10.0.0.${Math.ceil(Math.random() * 250)}`,
  });

describe('settings', () => {
  test('are saved, shown without the secret, audited by name, and removed with it', async () => {
    expect(await service.call(getSignOn, { cust: service.people.north }, chief)).toMatchObject({
      issuer: null,
      hasSecret: false,
    });
    const { status, body } = await save();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        issuer: provider.url,
        hasSecret: true,
        redirectUri: 'http://127.0.0.1:4180/agency-sign-on',
        domains: [{ domain: northDomain, isConfirmed: false }],
      },
    });
    expect(JSON.stringify(body)).not.toContain(signOnClient.clientSecret);
    const rows = await service.services.db
      .selectFrom('audit')
      .selectAll()
      .where('command', '=', 'customer.sign_on.save')
      .execute();
    expect(rows.at(-1)).toMatchObject({
      object_kind: 'customer',
      detail: { secrets: ['clientSecret'], changed: { domains: [[], [northDomain]] } },
    });
    expect(JSON.stringify(rows)).not.toContain(signOnClient.clientSecret);
    expect(await service.call(removeSignOn, { cust: service.people.north }, chief)).toMatchObject({
      issuer: null,
      hasSecret: false,
      domains: [],
    });
    expect(await service.services.db.selectFrom('secret').select('owner').where('owner', '=', 'sign_on').execute()).toEqual([]);
  });

  test('a save that leaves the secret out keeps it, but not for another provider', async () => {
    await save();
    const { clientSecret: _, ...others } = draft;
    expect(await service.send(saveSignOn, { ...others, clientId: 'another' }, chief)).toMatchObject({
      status: 200,
      body: { hasSecret: true },
    });
    const moved = await service.send(saveSignOn, { ...others, issuer: 'https://login.other.example' }, chief);
    expect(moved.body).toMatchObject({ fields: { clientSecret: expect.stringContaining('of the new provider') } });
  });

  test('name the field and the remedy of bad input', async () => {
    expect(await problemOf({ issuer: 'login' })).toMatchObject({ issuer: expect.stringContaining('such as https://') });
    expect(await problemOf({ issuer: 'https://127.0.0.1' })).toMatchObject({
      issuer: expect.stringContaining('No sign-on provider answers'),
    });
    expect(await problemOf({ clientSecret: undefined })).toMatchObject({ clientSecret: 'Enter the client secret' });
    expect(await problemOf({ domains: ['<b>'] })).toMatchObject({ 'domains.0': expect.stringContaining('agency.com') });
    expect(await problemOf({ keepers: [service.people.stranger] })).toMatchObject({
      keepers: expect.stringContaining('active people'),
    });
    expect(await problemOf({ keepers: [service.people.viewer] })).toMatchObject({
      keepers: expect.stringContaining('active people'),
    });
    expect(await problemOf({ localPasswords: false })).toMatchObject({ keepers: expect.stringContaining('at least one') });
    expect(await problemOf({ localPasswords: false, keepers: [service.people.chief] })).toMatchObject({
      localPasswords: expect.stringContaining('is confirmed'),
    });
  });

  test('need the right and a fresh confirmation of who it is', async () => {
    const recruiter = await service.signIn('recruiter');
    expect((await save({}, recruiter)).status).toBe(403);
    const { accessToken } = (await signsIn('chief')).body as { accessToken: string };
    expect((await save({}, accessToken)).body).toMatchObject({ kind: 'confirm_identity' });
  });
});

describe('a domain', () => {
  test('has no effect before the provider’s administrator confirms it, and none after that is taken back', async () => {
    await save();
    expect(await starts()).toBe(false);
    expect(
      (await service.send(decideSignOnDomain, { cust: service.people.north, domain: northDomain, isConfirmed: true }, chief))
        .status,
    ).toBe(403);
    expect(await confirm(service.people.north)).toMatchObject({ status: 200, body: { isConfirmed: true } });
    expect(await starts()).toBe(true);
    await confirm(service.people.north, false);
    expect(await starts()).toBe(false);
  });

  test('is one customer’s: another that asks for it cannot catch its people', async () => {
    await save();
    await confirm(service.people.north);
    expect((await save({ cust: service.people.south }, admin)).status).toBe(200);
    const rows = await service.call(listSignOnDomains, {}, admin);
    expect(rows.map(({ customerId, isConfirmed, isTaken }) => [customerId, isConfirmed, isTaken])).toEqual(
      expect.arrayContaining([
        [service.people.north, true, false],
        [service.people.south, false, true],
      ]),
    );
    expect((await confirm(service.people.south)).body).toMatchObject({
      fields: { domain: expect.stringContaining('Take it back there first') },
    });
    expect(await confirm(service.people.south, false)).toMatchObject({ status: 200 });
    expect(
      (await service.send(decideSignOnDomain, { cust: service.people.south, domain: 'gmail.com', isConfirmed: true }, admin))
        .status,
    ).toBe(404);
  });

  test('that was removed and asked for again is confirmed again', async () => {
    await save();
    await confirm(service.people.north);
    await save({ domains: ['other.test'] });
    await save({ domains: [northDomain] });
    expect(await starts()).toBe(false);
  });
});

describe('passwords switched off', () => {
  const switchOff = async () => {
    await save();
    await confirm(service.people.north);
    expect((await save({ localPasswords: false, keepers: [service.people.chief] })).status).toBe(200);
  };

  test('a right password is refused like a wrong one; the keeper and other customers sign in', async () => {
    await switchOff();
    const { response: right } = await signsIn('recruiter');
    const { response: wrong } = await service.send(login, { username: emails.viewer, password: 'wrong' }, undefined, {
      remoteAddress: '10.0.1.1',
    });
    expect([right.statusCode, right.body]).toEqual([wrong.statusCode, wrong.body]);
    expect((await signsIn('chief')).status).toBe(200);
    expect((await signsIn('stranger')).status).toBe(200);
  });

  test('without a keeper left, everyone with the right gets the way back; no one else', async () => {
    await switchOff();
    await service.services.db
      .updateTable('sign_on')
      .set({ keepers: [service.people.viewer] })
      .execute();
    expect((await signsIn('chief')).status).toBe(200);
    expect((await signsIn('viewer')).status).toBe(400);
  });

  test('no reset mail leaves, with the same answer; a link from before no longer works', async () => {
    const mails = async () =>
      (await service.services.db.selectFrom('mail').select('to_address').execute()).map((mail) => mail.to_address);
    const ask = (email: string) => service.send(requestReset, { email }, undefined, { remoteAddress: '10.0.2.1' });
    await ask(emails.recruiter);
    await expect.poll(mails).toContain(emails.recruiter);
    const mail = await service.services.db
      .selectFrom('mail')
      .select('text')
      .where('to_address', '=', emails.recruiter)
      .executeTakeFirstOrThrow();
    const token = /reset\/(\S+)/.exec(mail.text)?.[1] ?? '';
    expect(await service.send(checkReset, { token })).toMatchObject({ status: 200 });
    await switchOff();
    expect((await service.send(checkReset, { token })).status).toBe(400);
    const changed = { token, emailAndPassword: `${emails.recruiter}${changeSeparator}a-new-Password-77` };
    expect((await service.send(changePassword, changed)).status).toBe(400);
    const [one, other] = [await ask(emails.viewer), await ask(emails.chief)];
    expect(one.response.body).toBe(other.response.body);
    await expect.poll(mails).toContain(emails.chief);
    expect(await mails()).not.toContain(emails.viewer);
  });

  test('an invitation leads to the sign-on in place of a link to set a password', async () => {
    await switchOff();
    const person = { name: 'Ivy', email: `ivy@${northDomain}`, phone: null, roleId: 3 };
    expect((await service.send(inviteSeveral, { cust: 'me', people: [person] }, chief)).status).toBe(200);
    const mail = service.services.db.selectFrom('mail').select('text').where('to_address', '=', person.email);
    const { text } = await mail.executeTakeFirstOrThrow();
    expect([text.includes(`/agency-sign-on/${northDomain}`), text.includes('/reset/')]).toEqual([true, false]);
  });

  test('people confirm at the provider in place of their password, in the same session only', async () => {
    await giveSignOn(service, provider);
    const north = service.people.north;
    const { db, secrets } = service.services;
    const passwordHash = await hashPassword(secrets, testPassword);
    const second = { customerId: north, email: 'second@north.test', name: 'The second', roleId: 1, passwordHash };
    const keeper = await db.transaction().execute((tx) => addUser(tx, second));
    const { accessToken } = (await signsIn('chief')).body as { accessToken: string };
    await db
      .updateTable('sign_on')
      .set({ local_passwords: false, keepers: [keeper] })
      .execute();
    const grave = () => service.send(setSecondFactorRule, { cust: north, required: false }, accessToken);
    expect((await grave()).body).toMatchObject({ kind: 'confirm_identity', factors: ['signOn'] });
    expect((await service.send(confirmIdentity, { password: testPassword }, accessToken)).body).toMatchObject({
      fields: { password: expect.stringContaining('switched passwords off') },
    });
    const go = async (email: string) => {
      const { body, response } = await service.send(startSignOnConfirm, {}, accessToken);
      const page = (body as { redirect: string }).redirect;
      expect(Object.fromEntries(new URL(page).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
      return { answer: await chooseAtProvider(page, email), cookies: cookiesOf(response) };
    };
    const finish = ({ answer, cookies }: { answer: string; cookies: Record<string, string> }, token = accessToken) =>
      service.send(finishSignOnConfirm, { answer }, token, { cookies });
    expect((await finish(await go(emails.recruiter))).body).toMatchObject({
      description: expect.stringContaining('somebody else'),
    });
    expect((await finish(await go(emails.chief), chief)).body).toMatchObject({ description: expect.stringContaining('is over') });
    provider.fault = 'old sign-in';
    expect((await finish(await go(emails.chief))).body).toMatchObject({
      description: expect.stringContaining('was not accepted'),
    });
    provider.fault = null;
    expect((await grave()).status).toBe(403);
    expect(await finish(await go(emails.chief))).toMatchObject({ status: 200 });
    expect((await grave()).status).toBe(200);
  });
});
