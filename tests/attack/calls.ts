import { endpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { requestOf } from '#src/sync/transport/request.ts';
import { sampleArgs } from '#tests/contract/sample-args.ts';
import type { Shot } from './send.ts';
import type { Role } from './world.ts';

/** Calls that end or replace the caller's own session; the suites of sign-in cover them. */
const endsSession = /logout|tokenrefresh|loginas/i;
/** Every call that an attack makes, from the contract. */
export const attackedCalls: readonly Endpoint[] = endpoints.filter(({ route }) => !endsSession.test(route));

/** The argument that names a customer. */
export const customerKeyOf = (endpoint: Endpoint) =>
  ['cust', 'me', 'customerId'].find((key) => Object.hasOwn(endpoint.args.shape, key));

/** Arguments that may hold the id of a row. */
export const idKeysOf = (endpoint: Endpoint): readonly string[] =>
  Object.keys(endpoint.args.shape).filter(
    (key) =>
      key !== customerKeyOf(endpoint) &&
      /ids?$|^(target|source|rule|job|user|task|upload|run|row|facility|degree|file)s?$/i.test(key),
  );

const change = { name: 'job.hold.v1', args: { ids: [1], note: 'a' }, pre: {} };
const values: Readonly<Record<string, unknown>> = {
  ...change,
  protocol: 1,
  objectName: 'degree',
  fields: '8',
  mutations: [{ seq: 1, ...change, dependsOn: [], actor: 'a', createdAt: '2026-11-21T00:00:00.000Z', fingerprint: '' }],
};
/** Whether a call carries a change. Other calls use `name` for something else. */
const carriesChange = (endpoint: Endpoint) => Object.hasOwn(endpoint.args.shape, 'pre');
let lanes = 0;

/** Minimal arguments of a call for a customer. */
export function argsFor(endpoint: Endpoint, customer: number): Record<string, unknown> {
  const key = customerKeyOf(endpoint);
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(endpoint.args.shape, name));
  const fitting = known.filter(([name]) => carriesChange(endpoint) || !Object.hasOwn(change, name));
  // A lane of its own for each request: a used one only answers that it knows the number.
  const lane = Object.hasOwn(endpoint.args.shape, 'clientId') ? { clientId: `attack-${lanes++}`.padEnd(32, '0') } : {};
  return { ...sampleArgs(endpoint), ...Object.fromEntries(fitting), ...lane, ...(key === undefined ? {} : { [key]: customer }) };
}

/** The request of a call with any arguments, also such that break its schema. A file travels as a form. */
export function shotOf(role: Role, endpoint: Endpoint, args: Record<string, unknown>, what: string, file?: File): Shot {
  const sent = file ?? (endpoint.upload === undefined ? undefined : new File(['id,name\n1,A\n'], 'a.csv'));
  const { method, path, body } = requestOf(endpoint, args as never, sent);
  return { role, method, path, ...(body === undefined ? {} : { body }), what: `${endpoint.route} ${what}` };
}
