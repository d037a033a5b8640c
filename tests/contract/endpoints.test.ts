import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { refusalStatus } from '#contract/kit/errors.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { login } from '#contract/people/auth.ts';
import { openApiOf } from '#server/kit/http/openapi.ts';
import { routes } from '#server/routes.ts';

const names = endpoints.map((endpoint) => endpoint.route);

test('every declared call has exactly one handler, and every handler a declared call', () => {
  const handled = routes.map((handler) => handler.endpoint.route);
  expect([...handled].sort()).toEqual([...names].sort());
  expect(new Set(names.map((name) => name.toLowerCase().replaceAll(/:\w+/g, ':p'))).size).toBe(names.length);
  expect(routes.every((handler) => endpoints.includes(handler.endpoint))).toBe(true);
});

test.each(endpoints)('$route declares who may call it, its offline policy and a summary', (endpoint) => {
  expect(['public', 'session', 'admin', ...Object.keys(rightIds)]).toContain(endpoint.needs);
  expect(['replicated', 'cached', 'queued', 'online']).toContain(endpoint.offline);
  expect(endpoint.about).toMatch(/^[^a-z].{10,}\.$/);
});

test.each(endpoints)('$route has an example that its reply schema parses unchanged', (endpoint) => {
  expect(endpoint.reply.parse(endpoint.example)).toEqual(endpoint.example);
});

test.each(endpoints)('$route declares every path key in its arguments', (endpoint) => {
  const keys = [...routeOf(endpoint).path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  expect(Object.keys(endpoint.args.shape)).toEqual(expect.arrayContaining(keys));
});

test('a call that changes something is never a GET', () => {
  const writes = endpoints.filter((endpoint) => endpoint.offline === 'queued').map((endpoint) => routeOf(endpoint).method);
  expect(writes).not.toContain('GET');
});

test('the OpenAPI document has version 3.1 and contains every call', () => {
  const document = openApiOf(endpoints, 'http://127.0.0.1:4180');
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item as object));
  expect(operations).toHaveLength(endpoints.length);
  expect(document.paths).toHaveProperty(['/api/customer/{cust}', 'get', 'parameters', '0', 'in'], 'path');
  expect(document.paths).toHaveProperty(['/auth/login', 'post', 'requestBody']);
});

test('the OpenAPI document describes every refusal of a call, also where several have one status', () => {
  type Operation = { responses: Record<string, { content?: unknown }> };
  const paths = openApiOf(endpoints, 'http://127.0.0.1:4180').paths as Record<string, Record<string, Operation>>;
  const responses = new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, one]) => [`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`, one.responses]),
    ),
  );
  const responsesOf = (endpoint: Endpoint) => {
    const { method, path } = routeOf(endpoint);
    return responses.get(`${method.toLowerCase()} ${path.replaceAll(/:\w+/g, '{}')}`);
  };
  const missing = endpoints.flatMap((endpoint) =>
    endpoint.fails
      .filter((kind) => !JSON.stringify(responsesOf(endpoint)?.[refusalStatus[kind]]?.content ?? '').includes(`"${kind}"`))
      .map((kind) => `${endpoint.route}: ${kind}`),
  );
  expect(missing).toEqual([]);
  expect(responsesOf(login)?.['400']).toMatchObject({ content: { 'application/json': { schema: { anyOf: [{}, {}] } } } });
});

test('the OpenAPI document has unique operation ids and paths, and states for each operation who may call it', () => {
  type Operation = {
    operationId: string;
    security: unknown[];
    parameters: { name: string; in: string }[];
    responses: Record<string, unknown>;
  };
  const paths = openApiOf(endpoints, 'http://127.0.0.1:4180').paths as Record<string, Record<string, Operation>>;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(endpoints.length);
  expect(ids.filter((id) => !/^[a-z]\w+$/i.test(id))).toEqual([]);
  expect(operations.filter(({ security }) => security.length === 0)).toHaveLength(
    endpoints.filter(({ needs }) => needs === 'public').length,
  );
  expect(operations.filter(({ responses }) => !Object.keys(responses).some((status) => status.startsWith('4')))).toEqual([]);
  const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
  for (const [path, item] of Object.entries(paths))
    for (const { parameters } of Object.values(item)) {
      const named = parameters.flatMap((parameter) => (parameter.in === 'path' ? [`{${parameter.name}}`] : []));
      expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  // Two calls with different names for the same path parameter share one path.
  expect(paths['/api/map/runs/{cust}/{targetIdOrId}']).toMatchObject({
    get: {
      operationId: 'getMapRunsByCustById',
      parameters: [{ name: 'cust' }, { name: 'targetIdOrId', description: 'The id.' }],
    },
    post: { operationId: 'postMapRunsByCustByTargetId' },
  });
  expect(paths['/auth/login']?.['post']).toMatchObject({ operationId: 'postAuthLogin', security: [] });
});
