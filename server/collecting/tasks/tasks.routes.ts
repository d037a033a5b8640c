import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  listRuns,
  listTasks,
  readTask,
  removeTask,
  resetTaskCounters,
  runTaskNow,
  saveTask,
} from '#contract/collecting/collect.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { nextIds, publish } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { sourceNamed, sourcesOf } from '#server/mapping/sources/sources.ts';
import { collectorPorts } from './collector-ports.ts';
import { feedCrawler } from './crawlers.ts';
import { runTask } from './run-task.ts';
import { withdrawMissing } from './stage-jobs.ts';

type Stored = { row: TaskRow; settings: Record<string, unknown> };
type Shown = ReplyOf<typeof readTask>;

const absent = no({ kind: 'not_found' as const });

export const taskRoutes: Handler[] = [
  handle(listTasks, async ({ cust, pageSize, page, t, a, s, id }, { services }) => {
    const states: Record<string, (row: TaskRow) => boolean> = { active: (row) => !row.disabled, disabled: (row) => row.disabled };
    const holds = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
    const rows = (await tasksOf(services.db, cust)).filter(
      ({ row }) =>
        holds(row.name, t) &&
        holds(row.site ?? '', a) &&
        (states[s]?.(row) ?? true) &&
        (id === '' || String(row.id) === id.trim()),
    );
    return ok(rows.slice((page - 1) * pageSize, page * pageSize).map((task) => shown(cust, task)));
  }),
  handle(listAllTasks, async ({ cust }, { services }) =>
    ok((await tasksOf(services.db, cust)).map(({ row }) => ({ ID: row.id, Name: row.name }))),
  ),
  handle(readTask, async ({ cust, id }, { services }) => {
    const task = await taskOf(services.db, cust, id);
    return task ? ok(shown(cust, task)) : absent;
  }),
  handle(saveTask, (args, call) => save(args, call)),
  handle(runTaskNow, async ({ cust, id, acceptSilence }, { services }) => {
    const run = await runTask(collectorPorts(services), cust, id, 'manual', acceptSilence);
    if (!run.ok) {
      if (run.error.kind === 'not_found') return absent;
      if (run.error.kind === 'busy') return no({ kind: 'conflict' as const, current: { words: run.error.words } });
      return no({ kind: 'invalid' as const, fields: { URL: run.error.words } });
    }
    const { counts, refused, alarm } = run.value;
    const message =
      alarm ??
      `${counts.added + counts.changed + counts.same} jobs listed, ${counts.added} new, ${counts.changed} changed, ${counts.cancelled} cancelled`;
    return ok({ message, alarm, added: counts.added, changed: counts.changed, cancelled: counts.cancelled, refused });
  }),
  handle(removeTask, async ({ cust, id, keepJobs }, { services }) => {
    const task = await taskOf(services.db, cust, id);
    if (!task) return absent;
    const place = { customerId: cust, taskId: id, sourceId: task.row.sourceId, source: task.row.site ?? task.row.name };
    const cancelled = keepJobs === 1 ? 0 : await withdrawMissing(services.db, place, new Set(), services.now);
    await services.db.transaction().execute((tx) => publish(tx, cust, [{ collection: 'task', id, removed: true }]));
    return ok(cancelled);
  }),
  handle(resetTaskCounters, async ({ cust, id }, { services }) =>
    services.db.transaction().execute(async (tx) => {
      const task = await lockedTask(tx, cust, id);
      if (!task) return absent;
      const row = { ...task.row, staged: 0, refused: 0, lastResult: null, alarm: null };
      await publish(tx, cust, [{ collection: 'task', row }]);
      return ok({ message: messages.countersReset });
    }),
  ),
  handle(listRuns, async ({ cust, id }, { services }) => {
    const runs = await services.db
      .selectFrom('collection_run')
      .selectAll()
      .where('customer_id', '=', cust)
      .where('task_id', '=', id)
      .orderBy('id', 'desc')
      .limit(20)
      .execute();
    return ok(
      runs.map((run) => ({
        id: run.id,
        startedAt: run.started_at,
        endedAt: run.ended_at,
        how: run.how,
        outcome: run.outcome,
        counts: run.counts,
        refused: run.refused as ReplyOf<typeof listRuns>[number]['refused'],
      })),
    );
  }),
  handle(listMapSources, async ({ cust }, { services }) =>
    ok((await sourcesOf(services.db, cust)).map(({ id, name }) => ({ ID: id, Source: name }))),
  ),
  handle(listCustomerSources, async ({ cust }, { services }) => {
    const collecting = new Set((await tasksOf(services.db, cust)).map(({ row }) => row.sourceId));
    return ok(
      (await sourcesOf(services.db, cust))
        .filter(({ id }) => collecting.has(id))
        .map(({ id, name }) => ({ ID: id, Source: name })),
    );
  }),
];

async function tasksOf(db: Db | Tx, customerId: number): Promise<Stored[]> {
  const rows = await db
    .selectFrom('task')
    .select(['row', 'settings'])
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(({ row, settings }) => ({ row: row as TaskRow, settings }));
}

const taskOf = async (db: Db | Tx, customerId: number, id: number): Promise<Stored | undefined> =>
  (await tasksOf(db, customerId)).find(({ row }) => row.id === id);

/** A task to be changed: a run that ends meanwhile waits, so that neither undoes the other. */
async function lockedTask(tx: Tx, customerId: number, id: number): Promise<Stored | undefined> {
  const lock = tx.selectFrom('task').select('id').where('customer_id', '=', customerId).where('id', '=', id).forUpdate();
  await lock.execute();
  return taskOf(tx, customerId, id);
}

function shown(customerId: number, { row, settings }: Stored): Shown {
  return {
    ID: row.id,
    objID: customerId,
    Name: row.name,
    Site: row.site ?? '',
    URL: typeof settings['url'] === 'string' ? settings['url'] : '',
    Crawler: row.crawler,
    id: row.crawlerId,
    Disabled_Fl: row.disabled,
    DisabledAdmin_Fl: row.disabledByAdmin,
    Ignore_Fl: row.ignored,
    LastSuccess: row.lastSuccessAt,
    LastResult: row.lastResult,
    Alarm: row.alarm,
    EveryMinutes: row.everyMinutes,
    total: row.staged,
  };
}

type SaveArgs = Omit<SentArgsOf<typeof saveTask>, 'cust' | 'ID'> & { cust: number; ID: number };

async function save(args: SaveArgs, { services }: Call): Promise<Result<Shown, { kind: 'not_found' }>> {
  return services.db.transaction().execute(async (tx) => {
    const before = args.ID === 0 ? undefined : await lockedTask(tx, args.cust, args.ID);
    if (args.ID !== 0 && !before) return absent;
    const [newId] = before ? [] : await nextIds(tx, 'task', 1);
    const { source, publications } = await sourceNamed(tx, args.cust, args.Site);
    const started: Omit<TaskRow, 'id' | 'sourceId' | 'name' | 'site' | 'disabled' | 'ready' | 'everyMinutes'> = {
      crawlerId: feedCrawler.id,
      crawler: feedCrawler.name,
      disabledByAdmin: false,
      ignored: false,
      lastRunAt: null,
      lastSuccessAt: null,
      lastResult: null,
      alarm: null,
      staged: 0,
      refused: 0,
    };
    const row: TaskRow = {
      ...started,
      ...before?.row,
      id: before?.row.id ?? newId ?? 0,
      sourceId: source.id,
      name: args.Name,
      site: args.Site,
      // A new task starts disabled, and one without an address has nothing to run.
      disabled: before ? args.Disabled_Fl : true,
      ready: args.URL !== '',
      everyMinutes: args.EveryMinutes,
    };
    const settings = { ...before?.settings, url: args.URL };
    await publish(tx, args.cust, [
      ...publications,
      { collection: 'task', row, extra: { settings, next_run_at: services.now().toISOString() } },
    ]);
    return ok(shown(args.cust, { row, settings }));
  });
}
