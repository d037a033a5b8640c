import { ok } from '#contract/kit/result.ts';
import type { Collector } from './collector.ts';
import { FileSettings } from './feed.ts';
import { failed } from './problems.ts';

/** Takes what a vendor sends to the address of a task. It asks no one: a run reads the deliveries that wait. */
export const webhookCollector: Collector<FileSettings> = {
  kind: 'webhook',
  settings: FileSettings,
  check: async () => failed('no_such_call', 'The vendor sends its jobs by itself: there is no sign-in to check.'),
  pull: async () => ok({ kind: 'unchanged' }),
};
