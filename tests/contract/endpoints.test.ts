import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { routeOf } from '#contract/kit/endpoint.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { openApiOf } from '#server/kit/http/openapi.ts';
import { routes } from '#server/routes.ts';

const names = endpoints.map((endpoint) => endpoint.route);

test('every declared call has exactly one handler, and every handler a declared call', () => {
  const handled = routes.map((handler) => handler.endpoint.route);
  expect([...handled].sort()).toEqual([...names].sort());
  expect(new Set(names.map((name) => name.toLowerCase().replaceAll(/:\w+/g, ':p'))).size).toBe(names.length);
  expect(routes.every((handler) => endpoints.includes(handler.endpoint))).toBe(true);
});

test.each(endpoints)('$route says who may call it, what happens offline, and what it is about', (endpoint) => {
  expect(['public', 'session', 'admin', ...Object.keys(rightIds)]).toContain(endpoint.needs);
  expect(['replicated', 'cached', 'queued', 'online']).toContain(endpoint.offline);
  expect(endpoint.about).toMatch(/^[^a-z].{10,}\.$/);
});

test.each(endpoints)('$route has an example that its reply accepts unchanged', (endpoint) => {
  expect(endpoint.reply.parse(endpoint.example)).toEqual(endpoint.example);
});

test.each(endpoints)('$route names every key of its path in its arguments', (endpoint) => {
  const keys = [...routeOf(endpoint).path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  expect(Object.keys(endpoint.args.shape)).toEqual(expect.arrayContaining(keys));
});

test('a call that changes something is never a GET', () => {
  const writes = endpoints.filter((endpoint) => endpoint.offline === 'queued').map((endpoint) => routeOf(endpoint).method);
  expect(writes).not.toContain('GET');
});

test('the OpenAPI document is 3.1 and has every call', () => {
  const document = openApiOf(endpoints, 'http://127.0.0.1:4180');
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item as object));
  expect(operations).toHaveLength(endpoints.length);
  expect(document.paths).toHaveProperty(['/api/customer/{cust}', 'get', 'parameters', '0', 'in'], 'path');
  expect(document.paths).toHaveProperty(['/auth/login', 'post', 'requestBody']);
});
