import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { guardedSend, type Send } from '#server/targets/adapter/outbound.ts';
import { bullhornSubmissionConnector } from './bullhorn-submissions.ts';

const { clientId, clientSecret, username, password } = doubleCredentials;

let double: ReturnType<typeof createBullhornDouble>;
let url: string;
/** The refresh tokens that Bullhorn gave, oldest first. */
let given: string[];

beforeEach(async () => {
  double = createBullhornDouble({ facilities: 1 });
  url = await listenOnLoopback(double.server);
  given = [];
});
afterEach(() => closeNow(double.server));

/** Opens the source as one process does. Its refresh tokens are noted, so that another one can spend them. */
function worker() {
  const send = guardedSend([url]);
  const noting: Send = async (address, sent) => {
    const answer = await send(address, sent);
    if (answer.ok && address.endsWith('/oauth/token')) {
      const { refresh_token: token } = JSON.parse(answer.value.bytes.toString('utf8')) as { refresh_token?: string };
      if (token !== undefined) given.push(token);
    }
    return answer;
  };
  const site = `${url}/rest-services/loginInfo`;
  const credentials = { orgKey: `${clientId}:${username}`, secret: `${clientSecret}:${password}`, site };
  return bullhornSubmissionConnector(
    { customerId: 1, targetId: 1, settings: {}, ...credentials },
    { send: noting, clock: steppedClock() },
  );
}

const spend = async (token: string): Promise<number> => {
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, client_secret: clientSecret };
  return (await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })).status;
};

const reads = async (adapter: ReturnType<typeof worker>) => adapter.readCaregiver?.('70001');
const found = { kind: 'done', value: { lastName: 'Abbott' } };

test('a refresh token that another process has spent: the session signs in with its password, and the read is answered', async () => {
  const adapter = worker();
  expect(await reads(adapter)).toMatchObject(found);
  const [token = ''] = given;
  expect(await spend(token)).toBe(200);
  expect(await spend(token)).toBe(400);
  const before = double.signIns();
  double.faults.push('expire-session');
  expect(await reads(adapter)).toMatchObject(found);
  expect(double.signIns()).toBe(before + 1);
});

test('two workers whose sessions end at once: each signs in again, and no read is lost or refused', async () => {
  const workers = [worker(), worker()];
  for (const one of workers) expect(await reads(one)).toMatchObject(found);
  double.faults.push('expire-session');
  const answers = await Promise.all([...workers, ...workers].map(reads));
  for (const answer of answers) expect(answer).toMatchObject(found);
  expect(new Set(given).size).toBe(given.length);
});
