import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { getHealth, getOpenApi, maxReportBytes, reportPolicyViolation } from '#contract/system/service.ts';
import { backupName } from '#server/backup/kept-backups.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('the service reports its health and its version to everyone', async () => {
  expect(await service.call(getHealth, {})).toMatchObject({ status: 'ok', version: 'test', at: expect.stringMatching(/Z$/) });
});

test('the health tells whether the nightly backup was made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jobdock-health-'));
  const at = new Date('2026-11-23T12:00:00Z');
  const own = await startTestService({ at, backups: folder });
  try {
    const state = async () => (await own.call(getHealth, {})).backup;
    expect(await state()).toBe('late');
    await writeFile(join(folder, backupName(new Date('2026-11-22T11:30:00Z'))), '');
    expect(await state()).toBe('ok');
    own.advance(60 * 60_000);
    expect(await state()).toBe('late');
    expect((await service.call(getHealth, {})).backup).toBe('off');
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});

test('the API document has every call', async () => {
  const { body } = await service.send(getOpenApi, {});
  const { paths } = body as { paths: Record<string, object> };
  expect(Object.values(paths).flatMap((item) => Object.keys(item))).toHaveLength(endpoints.length);
});

test('every page names the address for reports of its policy', async () => {
  const { headers } = (await service.send(getHealth, {})).response;
  expect(headers['content-security-policy']).toContain('report-uri /api/csp-report;report-to csp');
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"');
});

test('a report of the policy is taken in both formats of browsers, up to its size, and only so often', async () => {
  const old = { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'inline' } };
  const send = (payload: string, type: string) =>
    service.app.inject({ method: 'POST', url: '/api/csp-report', payload, headers: { 'content-type': type } });
  expect((await send(JSON.stringify(old), 'application/csp-report')).statusCode).toBe(200);
  expect((await send('[]', 'application/reports+json')).statusCode).toBe(200);
  expect(await service.call(reportPolicyViolation, { report: [] })).toEqual({});
  expect((await send(`["${'x'.repeat(maxReportBytes)}"]`, 'application/reports+json')).statusCode).toBe(413);
  const elsewhere = {
    method: 'POST',
    url: '/auth/login',
    payload: '{}',
    headers: { 'content-type': 'application/csp-report' },
  } as const;
  expect((await service.app.inject(elsewhere)).statusCode).toBe(415);
  const flood = await Promise.all(Array.from({ length: 61 }, () => send('[]', 'application/reports+json')));
  expect(flood.some(({ statusCode }) => statusCode === 429)).toBe(true);
});
