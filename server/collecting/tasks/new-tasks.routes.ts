import { addTask, previewVendor, readConnections, validateCredentials } from '#contract/collecting/new-tasks.ts';
import { tokenNames } from '#contract/collecting/task-credentials.ts';
import type { saveTask } from '#contract/collecting/tasks.ts';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { credentialNames, leastKeyLength, signsInWithKey } from '#domain/crawlers/crawler-settings.ts';
import { isInScope, scopeProblems } from '#domain/crawlers/job-scope.ts';
import { nextIds } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { sourceCalled, sourceNamed } from '#server/mapping/sources/sources.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { columnAliasesOf } from '#server/rules/field-aliases/read-field-aliases.ts';
import { rememberedOf } from '../column-mappings/column-mappings.ts';
import { previewOf } from '../column-mappings/feed-preview.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { firstJobsWith, listedOnce } from '../runs/file-now.ts';
import { fileOptions } from '../runs/task-state.ts';
import { statusMeanings } from '../status-texts/vendor-statuses.ts';
import { connectionsOf, fullConnections } from '../task-rows/connections.ts';
import { shownAddress, storeCredentials } from '../task-rows/task-credentials.ts';
import { settingsWithScope } from '../task-rows/task-scope.ts';
import { beforeSave, shownTo } from './credentials.routes.ts';
import { planSave } from './plan-save.ts';
import { taskReply } from './task-reply.ts';
import { lookOf, signInOf, trySignIn } from './try-sign-in.ts';

/** Jobs that a person sees before any is staged. */
const jobsShown = 20;

type Preview = ReplyOf<typeof previewVendor>;
type Saved = Omit<ArgsOf<typeof saveTask>, 'cust'>;

const nothing: Preview = {
  jobs: 0,
  sample: [],
  refused: [],
  refusedCount: 0,
  outOfScope: 0,
  isPart: false,
  notShown: null,
};
const brought = 'People or the vendor bring the jobs of this task, so there is nothing to show before the first ones arrive.';

/** What the wizard for a new task asks: may one be added, does its sign-in work, what would it collect; and then the task itself. */
export const newTaskRoutes: Handler[] = [
  handle(readConnections, async ({ cust }, { services }) => ok(await connectionsOf(services.db, cust))),
  handle(validateCredentials, { audit: onlyReads }, async ({ cust, ...sent }, { services, actor }) => {
    const tried = await trySignIn(services, { args: withoutTask(sent), customerId: cust, task: null, actor });
    if (!tried.ok) return tried;
    return ok(tried.value === null ? { result: 2 as const, message: '' } : { result: 3 as const, message: tried.value.words });
  }),
  handle(previewVendor, { audit: onlyReads }, async ({ cust, ...sent }, { services, actor }) => {
    const problems = scopeProblems(sent);
    if (Object.keys(problems).length > 0) return no({ kind: 'invalid', fields: problems });
    return lookAtVendor(services, sent, cust, actor);
  }),
  handle(addTask, { audit: 'task.add' }, async (args, { services, tx, customerId, write, actor }) => {
    const problems = { ...scopeProblems(args), ...managedProblems(args, actor) };
    if (Object.keys(problems).length > 0) return no({ kind: 'invalid', fields: problems });
    const setup = await crawlerSetup(tx, args.crawlerId);
    const site = args.site ?? setup?.name ?? '';
    const saved = withoutTask({ ...args, site, name: args.alias || site });
    const before = await beforeSave(tx, services, { args: saved, customerId, task: null, actor });
    if (!before) return no({ kind: 'invalid', fields: { crawlerId: 'Choose a crawler of the list.' } });
    const full = await fullConnections(tx, customerId, 1);
    if (full !== null) return no({ kind: 'invalid', fields: { crawlerId: full } });
    const plan = planSave(saved, before);
    if (!plan.ok) return no({ kind: 'invalid', fields: plan.error });
    const { own, effective, changed } = plan.value;
    if (args.isEnabled && signsInWithKey(setup?.id ?? 0) && effective.password.length < leastKeyLength)
      return no({ kind: 'invalid', fields: { password: messages.keyTooShort } });
    const [id = 0] = await nextIds(tx, 'task', 1);
    const { source, publications } = await sourceNamed(tx, customerId, site);
    await storeCredentials(tx, services.secrets, { customerId, taskId: id }, own);
    const row: TaskRow = { ...plan.value.row, id, sourceId: source.id, disabled: !args.isEnabled };
    const settings = settingsWithScope({ feed: shownAddress(effective.url) }, scopeIn(args), {
      managed: args.isAccountCredentialManaged,
      forwarders: [],
    });
    write(...publications, { collection: 'task', row, extra: { settings, next_run_at: row.nextRunAt } });
    const shown = shownTo(actor, before.crawler.settings, own);
    return done(taskReply({ customerId, row, settings }, shown, before.parent?.row.name ?? ''), {
      object: ['task', id],
      changed: changesBetween(null, row),
      facts: { settings: changed },
    });
  }),
];

type Typed = { readonly [K in keyof Saved]?: Saved[K] | undefined } & Pick<Saved, 'url'>;

/** The same fields as those of a save of a new task. */
const withoutTask = ({ name, site, url, everyMinutes, crawlerId, ...typed }: Typed): Saved => ({
  id: 0,
  name: name ?? 'New task',
  site: site ?? 'New source',
  url,
  everyMinutes: everyMinutes ?? null,
  isDisabled: true,
  crawlerId,
  username: typed.username,
  password: typed.password,
  orgKey: typed.orgKey,
  secretKey: typed.secretKey,
  tokenUrl: typed.tokenUrl,
  clientId: typed.clientId,
  clientSecret: typed.clientSecret,
  refreshToken: typed.refreshToken,
  alias: typed.alias,
  description: typed.description,
  credentialParentId: typed.credentialParentId,
  switchedOn: typed.switchedOn,
  passwordExpiresOn: typed.passwordExpiresOn,
});

type Added = ArgsOf<typeof addTask>;

const scopeIn = ({ travel, perDiem, permanent, daysFrom, daysTo, daysFromPerDiem, daysToPerDiem }: Added) => ({
  travel,
  perDiem,
  permanent,
  daysFrom,
  daysTo,
  daysFromPerDiem,
  daysToPerDiem,
});

/** A person who leaves the sign-in to administrators enters none. */
function managedProblems(args: Added, { administrator }: Actor): Record<string, string> {
  if (!args.isAccountCredentialManaged || administrator) return {};
  const entered = [...credentialNames, ...tokenNames].filter((name) => Boolean(args[name]));
  return Object.fromEntries(entered.map((name) => [name, 'Leave it blank: the Jobdock team enters the sign-in.']));
}

/** What a new task would stage now. Writes nothing. */
async function lookAtVendor(
  services: Services,
  sent: Omit<ArgsOf<typeof previewVendor>, 'cust'>,
  customerId: number,
  actor: Actor,
): Promise<Result<Preview, { kind: 'invalid'; fields: Record<string, string> }>> {
  const saved = withoutTask(sent);
  const found = await signInOf(services, { args: saved, customerId, task: null, actor });
  if (!found.ok) return found;
  const { collector, crawler } = found.value;
  if (!collector) return ok({ ...nothing, notShown: brought });
  if (crawler.kind === 'staffing_order') return ok({ ...nothing, notShown: listedOnce });
  const ports = collectPorts(services);
  const look = lookOf({ args: saved, customerId });
  const file = await firstJobsWith(ports, look, { ...found.value, collector }, jobsShown);
  if (!file.ok) return no({ kind: 'invalid', fields: { '': file.error.words } });
  const source = sent.site === undefined ? undefined : await sourceCalled(ports.db, customerId, sent.site);
  const options = {
    ...fileOptions({}, ports.now()),
    fieldAliases: await columnAliasesOf(ports.db, customerId),
    ...(source && { learned: await rememberedOf(ports.db, customerId, source.id) }),
    ...(source && { statuses: await statusMeanings(ports.db, { customerId, sourceId: source.id }) }),
  };
  const read = await ports.read(file.value.bytes, options, { customerId }, { signal: look.signal });
  const isPart = !file.value.complete;
  // As in a run, a vendor that lists no job is no problem.
  if (!read.ok && (read.error.kind === 'no_records' || read.error.kind === 'empty')) return ok({ ...nothing, isPart });
  if (!read.ok) return no({ kind: 'invalid', fields: { '': read.error.words } });
  const { time_zone: zone } = await ports.db
    .selectFrom('customer')
    .select('time_zone')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const today = dayIn(zone, ports.now());
  const jobs = read.value.jobs.filter((job) => isInScope(job, sent, today));
  const { sample, refused, refusedCount } = previewOf({ ...read.value, jobs });
  const outOfScope = read.value.jobs.length - jobs.length;
  return ok({ ...nothing, jobs: jobs.length, sample, refused, refusedCount, outOfScope, isPart });
}
