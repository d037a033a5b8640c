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

const values: Readonly<Record<string, unknown>> = {
  protocol: 1,
  clientId: 'attack'.padEnd(32, '0'),
  objectName: 'degree',
  fields: '8',
};

/** Minimal arguments of a call for a customer. */
export function argsFor(endpoint: Endpoint, customer: number): Record<string, unknown> {
  const key = customerKeyOf(endpoint);
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(endpoint.args.shape, name)));
  return { ...sampleArgs(endpoint), ...known, ...(key === undefined ? {} : { [key]: customer }) };
}

/** The request of a call with any arguments, also such that break its schema. A file travels as a form. */
export function shotOf(role: Role, endpoint: Endpoint, args: Record<string, unknown>, what: string, file?: File): Shot {
  const sent = file ?? (endpoint.upload === undefined ? undefined : new File(['id,name\n1,A\n'], 'a.csv'));
  const { method, path, body } = requestOf(endpoint, args as never, sent);
  return { role, method, path, ...(body === undefined ? {} : { body }), what: `${endpoint.route} ${what}` };
}
