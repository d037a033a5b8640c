import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { getHealth, getOpenApi } from '#contract/system/service.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('the service reports its health and its version to everyone', async () => {
  expect(await service.call(getHealth, {})).toMatchObject({ status: 'ok', version: 'test', at: expect.stringMatching(/Z$/) });
});

test('the API document has every call', async () => {
  const { body } = await service.send(getOpenApi, {});
  const { paths } = body as { paths: Record<string, object> };
  expect(Object.values(paths).flatMap((item) => Object.keys(item))).toHaveLength(endpoints.length);
});
