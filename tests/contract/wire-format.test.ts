import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { wireFormatOf } from './wire-format.ts';

// Callers outside this repository rely on these names. `npx vitest run --project unit tests/contract/wire-format -u` records an
// intended change.
test('The documented wire format of every call is as recorded', async () => {
  const format = wireFormatOf(endpoints);
  expect(format.match(/^(GET|POST|PUT|DELETE) /gm)).toHaveLength(endpoints.length);
  await expect(format).toMatchFileSnapshot('./wire-format.snap');
});
