import { expect, test } from 'vitest';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { onSubmissionWork, wakeSubmissions } from './wake.ts';

const process = () => ({}) as Secrets;

test('work wakes the queues of its process until they end, and none of another process', () => {
  const [here, there] = [process(), process()];
  const woken: string[] = [];
  const end = onSubmissionWork(here, () => woken.push('first'));
  onSubmissionWork(here, () => woken.push('second'));
  onSubmissionWork(there, () => woken.push('other'));
  wakeSubmissions(here);
  expect(woken).toEqual(['first', 'second']);
  end();
  wakeSubmissions(here);
  expect(woken).toEqual(['first', 'second', 'second']);
  wakeSubmissions(process());
  expect(woken).toHaveLength(3);
});
