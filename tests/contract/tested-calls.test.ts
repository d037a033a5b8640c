import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import listed from './tested-calls.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const modules = import.meta.glob<Record<string, unknown>>(['../../contract/**/*.ts', '!**/*.test.ts', '!../../contract/all.ts'], {
  eager: true,
});
const known: ReadonlySet<unknown> = new Set<Endpoint>(endpoints);
const names = Object.values(modules).flatMap((module) => Object.keys(module).filter((name) => known.has(module[name])));

// tenants.pg.test.ts tests access for every call. Its other results and refusals need a separate test, listed here.
test('tests/contract/tested-calls.json lists a database test for every call, and nothing else', () => {
  expect(names).toHaveLength(endpoints.length);
  expect(Object.keys(listed).sort()).toEqual([...names].sort());
});

test.each(Object.entries(listed))('%s is called in %s', (name, file) => {
  expect(file).toMatch(/\.pg\.test\.ts$/);
  // One use is the import, a second one the call.
  const uses = readFileSync(resolve(root, file), 'utf8').match(new RegExp(`\\b${name}\\b`, 'g')) ?? [];
  expect(uses.length).toBeGreaterThan(1);
});
