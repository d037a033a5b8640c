import { checkIsAdmin, revealPassword } from '#contract/collecting/task-credentials.ts';
import { listTasks, readTask, saveTask } from '#contract/collecting/tasks.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { CrawlerSettings } from '#contract/rows/crawler-settings.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { sees, signsInWithKey } from '#domain/crawlers/crawler-settings.ts';
import { may } from '#domain/rights/may.ts';
import { nextIds } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import { type Stored, storedRow, storedRows } from '#server/kit/db/rows.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { sourceNamed } from '#server/mapping/sources/sources.ts';
import { countReveal } from '../../kit/identity/reveal-limit.ts';
import type { Credentials } from '../collectors/collector.ts';
import { renewalIn } from '../collectors/mailbox-token.ts';
import { reachableHosts } from '../collectors/reachable-hosts.ts';
import { crawlerSetup, crawlerSetups } from '../crawlers/crawler-setups.ts';
import { feedCrawlerId } from '../crawlers/shipped-crawlers.ts';
import { fullConnections } from '../task-rows/connections.ts';
import {
  childrenOf,
  credentialsOf,
  ownCredentials,
  shownAddress,
  shownCredentials,
  storeCredentials,
} from '../task-rows/task-credentials.ts';
import { isManaged } from '../task-rows/task-scope.ts';
import { type Before, planSave } from './plan-save.ts';
import { followed } from './shared-sign-in.ts';
import { type Shown, taskReply } from './task-reply.ts';

const noFilter = 'Only people who may change tasks filter by it. Leave it blank.';

/** Tasks with what they sign in with. Passwords and secret keys are in no reply but the one of `revealPassword`. */
export const taskCredentialRoutes: Handler[] = [
  handle(
    listTasks,
    { audit: onlyReads, allCustomers: true },
    async ({ cust, t, a, k, u, s, id, ...page }, { services, actor }) => {
      const writes = may(actor, 'tasks.write');
      if (!writes && `${k}${u}` !== '')
        return no({ kind: 'invalid', fields: { ...(k && { k: noFilter }), ...(u && { u: noFilter }) } });
      const whose = namedCustomers(cust);
      const shownOf = writes ? await shownBy(services, actor, whose) : (): Shown => ({});
      const states: Record<string, (row: TaskRow) => boolean> = {
        active: (row) => !row.disabled,
        disabled: (row) => row.disabled,
      };
      const holds = (text: string | undefined, part: string) => (text ?? '').toLowerCase().includes(part.trim().toLowerCase());
      const stored = await storedRows(services.db, whose, 'task');
      const tasks = stored.filter((task) => {
        const { row } = task;
        const shown = shownOf(task);
        return (
          holds(row.name, t) &&
          (holds(row.site ?? '', a) || holds(row.alias ?? '', a)) &&
          holds(shown.orgKey, k) &&
          holds(shown.username, u) &&
          (states[s]?.(row) ?? true) &&
          (id === '' || String(row.id) === id.trim())
        );
      });
      const names = new Map(stored.map(({ customerId, row }) => [`${customerId} ${row.id}`, row.name]));
      const parentOf = ({ customerId, row }: Stored<'task'>) => names.get(`${customerId} ${row.credentialParentId}`) ?? '';
      return ok(pageOf(tasks, page).rows.map((task) => taskReply(task, shownOf(task), parentOf(task))));
    },
  ),
  handle(
    readTask,
    { load: { task: row('task', 'id') } },
    async ({ cust, id }, { services: { db, secrets }, actor }, { task }) => {
      const crawler = await crawlerSetup(db, task.row.crawlerId);
      const own = may(actor, 'tasks.write') ? await ownCredentials(db, secrets, { customerId: cust, taskId: id }) : null;
      const shown = own && crawler ? shownTo(actor, crawler.settings, own) : {};
      return ok(taskReply(task, shown, await parentName(db, cust, task.row)));
    },
  ),
  handle(
    saveTask,
    { audit: 'task.save', load: { task: row('task', 'id', { lock: true, orNew: true }) } },
    async (args, { services, tx, customerId, write, actor }, { task }) => {
      const before = await beforeSave(tx, services, { args, customerId, task, actor });
      if (!before) return no({ kind: 'invalid', fields: { crawlerId: 'Choose a crawler of the list.' } });
      const [newId = 0] = task ? [] : await nextIds(tx, 'task', 1);
      const place = { customerId, taskId: task?.row.id ?? newId };
      const children = task ? await childrenOf(tx, customerId, place.taskId) : [];
      const shared = sharedProblem(children, before);
      if (shared) return no({ kind: 'invalid', fields: shared });
      const plan = planSave(args, before);
      if (!plan.ok) return no({ kind: 'invalid', fields: plan.error });
      const { own, effective, changed } = plan.value;
      const isEnabled = task?.row.disabled === true && !plan.value.row.disabled;
      const full = await fullConnections(tx, customerId, task === null || isEnabled ? 1 : 0);
      if (full !== null) return no({ kind: 'invalid', fields: { [task ? 'isDisabled' : 'crawlerId']: full } });
      const { source, publications } = await sourceNamed(tx, customerId, args.site);
      await storeCredentials(tx, services.secrets, place, own);
      const row: TaskRow = { ...plan.value.row, id: place.taskId, sourceId: source.id };
      const settings = { ...task?.settings, feed: shownAddress(effective.url) };
      // What the task remembers of its last file is of the former sign-in.
      const marks = changed.length > 0 ? { marks: {} } : {};
      write(...publications, { collection: 'task', row, extra: { settings, next_run_at: row.nextRunAt, ...marks } });
      if (changed.length > 0) write(...followed(children, own, before.crawler));
      const shown = shownTo(actor, before.crawler.settings, own);
      return done(taskReply({ customerId, row, settings }, shown, before.parent?.row.name ?? ''), {
        object: ['task', row.id],
        changed: changesBetween(task && { ...task.row, nextRunAt: row.nextRunAt }, row),
        facts: { settings: changed },
      });
    },
  ),
  handle(
    revealPassword,
    { audit: 'task.reveal', stepUp: true, load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust, id }, { services, tx, actor }, { task }) => {
      const { row } = task;
      const crawler = await crawlerSetup(tx, row.crawlerId);
      const mayRead = crawler && sees(crawler.settings, 'password', actor.administrator);
      const parent = row.credentialParentId === null ? undefined : await storedRow(tx, cust, 'task', row.credentialParentId);
      const isKeptFromPeople =
        signsInWithKey(row.crawlerId) || isManaged(task.settings) || (parent !== undefined && isManaged(parent.settings));
      if (!mayRead || (isKeptFromPeople && !actor.administrator)) return no({ kind: 'forbidden' });
      const { password } = await credentialsOf(tx, services.secrets, { customerId: cust, taskId: id });
      if (password === '') return no({ kind: 'invalid', fields: { password: 'No password is stored. Enter one in the task.' } });
      const wait = await countReveal(tx, actor.actorId, services.now());
      if (wait !== null) return no({ kind: 'busy', retryAfterSeconds: wait });
      return done({ password }, { object: ['task', id], facts: { name: row.name } });
    },
  ),
  handle(checkIsAdmin, async (_args, { actor }) => ok(actor.administrator)),
];

/** What a person who may change tasks is shown of a task's own credentials. */
export function shownTo(
  actor: Actor,
  settings: CrawlerSettings,
  own: Pick<Credentials, 'username' | 'orgKey'> & { url?: string; secretKey?: string },
): Shown {
  const renewal = sees(settings, 'secretKey', actor.administrator) ? renewalIn(own.secretKey ?? '') : null;
  const visible = (field: 'url' | 'username' | 'orgKey', value: string) =>
    sees(settings, field, actor.administrator) ? value : '';
  return {
    ...(own.url !== undefined && sees(settings, 'url', actor.administrator) && { url: own.url }),
    ...(renewal && { tokenUrl: renewal.tokenUrl, clientId: renewal.clientId }),
    username: visible('username', own.username),
    orgKey: settings.presetOrgKey ? '' : visible('orgKey', own.orgKey),
  };
}

/** What a person who may change tasks is shown of the tasks of customers. */
export async function shownBy(
  { db, secrets }: { db: Db; secrets: Secrets },
  actor: Actor,
  whose: Parameters<typeof shownCredentials>[2],
) {
  const settingsOf = new Map((await crawlerSetups(db)).map(({ id, settings }) => [id, settings]));
  const shown = await shownCredentials(db, secrets, whose);
  return ({ customerId, row }: Pick<Stored<'task'>, 'customerId' | 'row'>): Shown => {
    const settings = settingsOf.get(row.crawlerId);
    return settings ? shownTo(actor, settings, shown({ customerId, taskId: row.id })) : {};
  };
}

async function parentName(db: Db | Tx, customerId: number, { credentialParentId: id }: TaskRow): Promise<string> {
  return id === null ? '' : ((await storedRow(db, customerId, 'task', id))?.row.name ?? '');
}

/** A task whose sign-in others use keeps its crawler, and uses no other sign-in itself. */
function sharedProblem([child]: readonly TaskRow[], { parent, row, crawler }: Before): Record<string, string> | null {
  if (!child) return null;
  if (parent) return { credentialParentId: `${child.name} uses the sign-in of this task. Change that task first.` };
  return row?.crawlerId === crawler.id
    ? null
    : { crawlerId: `${child.name} uses the sign-in of this task. Change that task first.` };
}

type Saving = {
  readonly args: Parameters<typeof planSave>[0];
  readonly customerId: number;
  readonly task: Stored<'task'> | null;
  readonly actor: Actor;
};

/** What the save starts from; undefined if there is no such crawler. */
export async function beforeSave(
  tx: Tx,
  { secrets, now, config }: Pick<Services, 'secrets' | 'now' | 'config'>,
  { args, customerId, task, actor }: Saving,
): Promise<Before | undefined> {
  const formerId = task?.row.crawlerId ?? feedCrawlerId;
  const former = await crawlerSetup(tx, formerId, 'share');
  const crawler =
    args.crawlerId === undefined || args.crawlerId === formerId ? former : await crawlerSetup(tx, args.crawlerId, 'share');
  if (!crawler) return undefined;
  const ownOf = (taskId: number) => ownCredentials(tx, secrets, { customerId, taskId });
  const parentId = args.credentialParentId === undefined ? (task?.row.credentialParentId ?? null) : args.credentialParentId;
  // Locked, so that its credentials do not change before those of this task are known.
  const parent = parentId ? await storedRow(tx, customerId, 'task', parentId, true) : undefined;
  return {
    row: task?.row ?? null,
    own: await ownOf(task?.row.id ?? 0),
    crawler,
    formerCrawler: task ? (former ?? null) : null,
    parent: parent ? { row: parent.row, own: await ownOf(parent.row.id) } : null,
    managed: isManaged(task?.settings ?? {}),
    by: { administrator: actor.administrator, name: actor.name },
    at: now(),
    allow: reachableHosts(config),
  };
}
