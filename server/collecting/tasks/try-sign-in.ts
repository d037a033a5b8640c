import type { checkCredentials } from '#contract/collecting/tasks.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Stored } from '#server/kit/db/rows.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import type { CollectProblem } from '../collectors/collector.ts';
import type { CrawlerSetup } from '../crawlers/crawler-setups.ts';
import { presetOrgKey } from '../crawlers/preset-org-key.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { collectorOf } from '../runs/collectors.ts';
import { checkWith, lookMs } from '../runs/file-now.ts';
import { type ReadyTask, settingsOf } from '../runs/task-state.ts';
import { beforeSave } from './credentials.routes.ts';
import { planSave } from './plan-save.ts';

type Refused = { readonly kind: 'invalid'; readonly fields: Record<string, string> };
type Tried = {
  readonly args: Omit<ArgsOf<typeof checkCredentials>, 'cust'>;
  readonly customerId: number;
  readonly task: Stored<'task'> | null;
  readonly actor: Actor;
};

/** What a task would sign in with after a save. `collector` is missing for crawlers whose jobs people or vendors bring. */
export type SignIn = Pick<ReadyTask, 'settings' | 'credentials'> & {
  /** The task whose sign-in it is; 0 for one that is not saved. */
  readonly holderId: number;
  readonly crawler: CrawlerSetup;
  readonly collector: ReadyTask['collector'] | undefined;
};

const refused = (fields: Record<string, string>) => no<Refused>({ kind: 'invalid', fields });

/** Decides what a task would sign in with after this save, or names each field that keeps it from being saved. Saves nothing. */
export async function signInOf(services: Services, { args, customerId, task, actor }: Tried): Promise<Result<SignIn, Refused>> {
  const { db, secrets } = services;
  const before = await db.transaction().execute((tx) => beforeSave(tx, services, { args, customerId, task, actor }));
  if (!before) return refused({ crawlerId: 'Choose a crawler of the list.' });
  const plan = planSave(args, before);
  if (!plan.ok) return refused(plan.error);
  const { crawler } = before;
  const collector = collectorOf(crawler.kind);
  const settings = settingsOf(crawler, task?.settings ?? {});
  if (collector && !collector.settings.safeParse(settings).success)
    return refused({ crawlerId: 'This crawler is not set up yet. Ask an administrator to finish its recipe.' });
  const preset = crawler.settings.presetOrgKey ? { orgKey: await presetOrgKey(db, secrets, crawler.id) } : {};
  const { effective, changed } = plan.value;
  const holderId = before.parent?.row.id ?? (changed.includes('secretKey') ? 0 : args.id);
  return ok({ crawler, collector, settings, holderId, credentials: { ...effective, ...preset } });
}

/**
 * Signs in at the vendor as a task would after this save. Null if the vendor lets it in. A crawler that signs in nowhere, or whose vendor
 * has no call for that, is refused with “Not implemented”.
 */
export async function trySignIn(services: Services, tried: Tried): Promise<Result<CollectProblem | null, Refused>> {
  const found = await signInOf(services, tried);
  if (!found.ok) return found;
  const { collector, holderId } = found.value;
  if (!collector) return refused({ crawlerId: messages.notImplemented });
  const problem = await checkWith(collectPorts(services), { ...lookOf(tried), holderId }, { ...found.value, collector });
  return problem?.kind === 'no_such_call' ? refused({ crawlerId: messages.notImplemented }) : ok(problem);
}

/** A look at a vendor on a person’s request, for as long as a person waits. */
export const lookOf = ({ args, customerId }: Pick<Tried, 'customerId'> & { readonly args: { readonly id: number } }) => ({
  customerId,
  taskId: args.id,
  signal: AbortSignal.timeout(lookMs),
});
