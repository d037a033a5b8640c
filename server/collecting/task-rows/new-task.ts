import type { TaskRow } from '#contract/rows/rows.ts';

/** What a new task begins with: no credentials, and never run. It starts disabled. */
export const taskDefaults = {
  alias: null,
  description: null,
  disabled: true,
  disabledByAdmin: false,
  ignored: false,
  ready: false,
  has: [],
  credentialParentId: null,
  switchedOn: false,
  checkState: 'unchecked',
  passwordExpiresOn: null,
  passwordChangedAt: null,
  passwordChangedBy: null,
  everyMinutes: null,
  runAt: [],
  nextRunAt: null,
  lastRunAt: null,
  lastSuccessAt: null,
  lastResult: null,
  alarm: null,
  error: null,
  staged: 0,
  refused: 0,
} satisfies Omit<TaskRow, 'id' | 'name' | 'sourceId' | 'crawlerId' | 'crawler' | 'site'>;
