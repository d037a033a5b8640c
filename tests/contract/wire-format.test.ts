import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { wireFormatOf } from './wire-format.ts';

// Callers outside this repository rely on these names. To record an intended change, run
// `npx vitest run --project unit tests/contract/wire-format -u`.
test('The documented wire format of every call matches the recording', async () => {
  const format = wireFormatOf(endpoints);
  expect(format.match(/^(GET|POST|PUT|DELETE) /gm)).toHaveLength(endpoints.length);
  await expect(format).toMatchFileSnapshot('./wire-format.snap');
});
