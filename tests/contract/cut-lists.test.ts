import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../../server/**/*.ts', '!**/*.test.ts', '!../../server/kit/db/paging.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Queries with a limit, other than `readPage` and `readNewest`: how each reports the total, or why it need not. */
const reasons: Record<string, string> = {
  'collecting/column-mappings/column-mappings.ts': 'the newest mappings of a source; more are not kept',
  'collecting/mail-in/mail-rows.ts': 'the first jobs of an email, counted beside as records',
  'collecting/parsers/parser-rules.routes.ts': 'the newest samples to try a rule on; a caller can name another one',
  'collecting/refresh/end-checks.ts': 'a batch of work; the rest comes next',
  'collecting/runs/due-tasks.ts': 'a batch of work; the rest comes next',
  'collecting/statuses/statuses.routes.ts': 'the newest, counted beside as total',
  'collecting/uploads/receive-file.ts': 'deletes all but the newest files of a person',
  'feed/feed-state.ts': 'a batch; the device asks on from the last',
  'feed/retention.ts': 'a batch of work; the rest comes next',
  'kit/db/audit-chain.ts': 'a batch of work; the rest comes next',
  'kit/keys/rotate-data-keys.ts': 'a batch of work; the rest comes next',
  'mapping/grids/choices.ts': 'choices of a picker, page by page as it is scrolled',
  'mapping/grids/mapping-grids.routes.ts': 'names offered while a person types; the next letter narrows them',
  'mapping/runs/run-changes.ts': 'pages, counted beside',
  'mapping/runs/run-portion.ts': 'a batch of work; the rest comes next',
  'people/activity/activity-rows.ts': 'a page; its `next` reads on, and the file says how many there are',
  'people/auth/successors.ts': 'a batch of work; the rest comes next',
  'people/customers/customer-work.ts': 'each row carries the total',
  'people/moves/move-preview.ts': 'a few names of missing values, counted beside as missing',
  'people/users/contacts.ts': 'counted beside as total',
  'people/links/ask-for-link.ts': 'finds whether a name belongs to more than one customer',
  'people/users/own-sessions.routes.ts': 'the sessions of one person, the newest 200',
  'people/users/person-sessions.routes.ts': 'counted beside as total',
  'people/users/remove-person.ts': 'devices of one person, and the people of one customer',
  'people/users/users.routes.ts': 'each row carries the total, and a few names to ask for a right',
  'posting/post-rows.ts': 'a batch of work; the rest comes next',
  'posting/drift/drift-rows.ts': 'the slice of standing posts of one look',
  'posting/drift/read-drift.ts': 'its counts hold the total of each target',
  'posting/planned/read-plan.ts': 'a batch of work; the rest comes next',
  'posting/feeds/feed-orders.ts': 'a batch of a stream; the rest comes next',
  'reports/collecting/task-audit.ts': 'the newest runs of each task, counted beside as runs',
  'reports/dashboard.routes.ts': 'alerts, counted beside as alertCount',
  'reports/exports/list-sources.ts': 'reads everything, portion by portion',
  'reports/exports/sheet-source.ts': 'reads everything, portion by portion',
  'reports/jobs/read-job-list.ts': 'reads everything, portion by portion',
  'rules/lists/test-rules.ts': 'one job, by its id or number',
  'ai/rows/call-rows.ts': 'counted beside as total, and a batch of a rotation of keys; the rest comes next',
  'rules/runs/ai-questions.ts': 'a batch of work; the rest comes next',
  'rules/runs/rule-jobs.ts': 'a batch of work; the rest comes next',
  'staging/assignees.routes.ts': 'each row carries the total',
  'staging/assignments/read-assignments.ts': 'a batch of work; the rest comes next',
  'staging/cancel-orders/cancel-run.ts': 'takes the next jobs of a run, until none is left',
  'runs/claim.ts': 'a batch of work; the rest comes next',
  'runs/long-work.ts': 'the newest work of one person that is under way or just over',
  'runs/failed-work.ts': 'counted beside as total',
  'runs/run-jobs.ts': 'pages, counted beside, and a batch of work; the rest comes next',
  'runs/run-rows.ts': 'runs of the past days; older ones are over',
  'staging/find-job/never-staged.ts':
    'results of one search; its reply says whether there are more, and the newest emails that gave no job',
  'runs/due/due-runs.ts': 'a batch of work; the rest comes next',
  'submissions/ats/follow-ats.ts': 'a batch of work; the rest comes next',
  'submissions/contacts/contacts.routes.ts': 'each row carries the total',
  'submissions/jobs/job-submissions.ts': 'a batch of work; the rest comes next',
  'submissions/check/gather.ts': 'the newest earlier submissions of one caregiver for one job; any live one is among them',
  'submissions/requests/ask.ts': 'two are enough to know that a job is not the only one',
  'submissions/sending/sending-rows.ts': 'a batch of work; the rest comes next',
  'submissions/status/follow-events.ts': 'a batch of work; the rest comes next',
  'support/error-alerts/count-new-errors.ts': 'a batch of work; the rest comes next',
  'staging/find-job/staged-jobs.ts': 'results of one search; its reply says whether there are more',
  'support/desk/read-desk.ts': 'the last refused emails of a ticket, beside it; older ones tell nothing more',
  'support/tickets/people.ts': 'choices of a picker while a person types; the next letter narrows them',
  'support/tickets/read-tickets.ts': 'each row carries the total',
  'sync/devices.ts': 'each row carries the total',
  'sync/pull.ts': 'a page of the feed; the device asks on',
  'sync/snapshot.ts': 'a block of a stream; the rest comes next',
};

test('every query with a limit reports its total, or has a listed reason not to', () => {
  const cut = Object.entries(sources)
    .filter(([, text]) => /\.limit\((?!1\))|\blimit (\$\{|[2-9]|1\d)/.test(text))
    .map(([path]) => path.replace('../../server/', ''));
  expect(cut.sort()).toEqual(Object.keys(reasons).sort());
});
