import { expect, test } from 'vitest';
import { hasCandidates } from '#domain/targets/candidates.ts';
import type { ConnectionField } from '#domain/targets/connection-form.ts';
import { targetConnection } from '#domain/targets/connection-forms/connections.ts';
import { connectionProblems } from '#domain/targets/connection-problems.ts';
import { canConnect, targetKinds } from '#domain/targets/target-kinds.ts';
import { doubles } from '#server/demo/doubles.ts';
import { noSecrets } from './adapter/connector.ts';
import { connectorOf } from './connectors.ts';

const connected = targetKinds.flatMap(({ id, adapter }) => {
  const [connector, connection] = [connectorOf(id), targetConnection(id)];
  return adapter && connector && connection ? [{ id, adapter, connector, ...connection }] : [];
});
const namesOf = (fields: readonly ConnectionField[]) => fields.map(({ name }) => name).sort();

test('every kind with an adapter can be added and has a connector, a form and a double', () => {
  const withAdapter = targetKinds.filter(({ adapter }) => adapter !== null);
  expect(connected.map(({ id }) => id)).toEqual(withAdapter.map(({ id }) => id));
  expect(withAdapter.every(canConnect)).toBe(true);
  expect(connected.map(({ adapter }) => adapter).sort()).toEqual(Object.keys(doubles).sort());
  expect(targetConnection(4)).toBeNull();
  expect(connectorOf(26)).toBeNull();
});

test('only what the documents allow is claimed: a kind that is sent jobs can post, and what cannot be closed tells a person', () => {
  for (const { id, can } of connected) expect(can.post).toBe(targetKinds[id - 1]?.delivery === 'sent');
  const byPerson = connected.filter(({ can }) => can.post && can.close !== 'call').map(({ adapter }) => adapter);
  expect(byPerson).toEqual(['ctm']);
  expect(connected.filter(({ can }) => can.nativeIdempotency).map(({ adapter }) => adapter)).toEqual([
    'salesforce',
    'travelNurseSource',
  ]);
});

test('the kinds that can be asked for candidates are those whose connection has them', () => {
  for (const { id, adapter, connector } of connected) {
    const settings = connector.settings.parse(doubles[adapter].settings('http://127.0.0.1:5001'));
    const opened = connector.open(settings, noSecrets, () => Promise.reject(new Error('not sent')));
    expect(hasCandidates(id), adapter).toBe(opened.candidates !== undefined);
  }
});

test.each(connected)('the form of $adapter asks for what its connector needs', ({ adapter, connector, form }) => {
  const secrets = form.fields.filter(({ type }) => type === 'secret');
  // A sign-in at the target's own page gives the refresh token, so no form asks for it.
  const either = (connector.eitherSecret ?? []).filter((field) => connector.ownSignIn === undefined || field !== 'refreshToken');
  const asked = [...connector.secrets, ...either].sort();
  expect(namesOf(secrets)).toEqual(asked);
  expect(namesOf(secrets.filter(({ isRequired }) => isRequired))).toEqual([...connector.secrets].sort());
  expect(form.ownSignIn !== undefined).toBe(connector.ownSignIn !== undefined);
  expect(Object.keys(doubles[adapter].secrets).sort()).toEqual(asked);
  const settings = doubles[adapter].settings('http://127.0.0.1:5001');
  expect(connectionProblems(form, { ...settings, ...doubles[adapter].secrets })).toBeNull();
  expect(connector.settings.safeParse(settings).success).toBe(true);
  const needed = form.fields.filter(({ isRequired }) => isRequired);
  expect(connectionProblems(form, {})).toEqual(Object.fromEntries(needed.map(({ name, remedy }) => [name, remedy])));
  for (const { name, type } of needed)
    if (type !== 'secret') expect(connector.settings.safeParse({ ...settings, [name]: undefined }).success).toBe(false);
});
