import type { saveTask } from '#contract/collecting/tasks.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CredentialName } from '#contract/rows/crawler-settings.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import {
  credentialNames,
  leastKeyLength,
  mayChange,
  missingCredentials,
  signsInWithKey,
} from '#domain/crawlers/crawler-settings.ts';
import type { Credentials } from '../collectors/collector.ts';
import { renewalIn } from '../collectors/mailbox-token.ts';
import type { CrawlerSetup } from '../crawlers/crawler-setups.ts';
import { taskDefaults } from '../task-rows/new-task.ts';
import { isSameHost, namesOf, shownAddress } from '../task-rows/task-credentials.ts';
import { keepsSecretKey, sentRenewal } from './plan-renewal.ts';

type Args = Omit<ArgsOf<typeof saveTask>, 'cust'>;
type Problems = Record<string, string>;

/** What a save of a task starts from. `own` is what the task itself signs in with. */
export type Before = {
  readonly row: TaskRow | null;
  readonly own: Credentials;
  readonly crawler: CrawlerSetup;
  /** The crawler that the task had. */
  readonly formerCrawler: CrawlerSetup | null;
  /** The task whose sign-in it is to share, with what that one signs in with. */
  readonly parent: { readonly row: TaskRow; readonly own: Credentials } | null;
  /** Administrators manage the sign-in: people of the customer do not change it. */
  readonly managed: boolean;
  readonly by: { readonly administrator: boolean; readonly name: string };
  readonly at: Date;
  /** Hosts with ports that may be reached without encryption. */
  readonly allow: readonly string[];
};

/** A save that can be made. */
type Planned = {
  readonly row: Omit<TaskRow, 'id' | 'sourceId'>;
  readonly own: Credentials;
  /** Its own with those of its parent. */
  readonly effective: Credentials;
  readonly changed: readonly CredentialName[];
};

const forAdministrators = 'Only an administrator changes this.';

/** Decides what a save makes of a task, or names each field that keeps it from being made. */
export function planSave(args: Args, before: Before): Result<Planned, Problems> {
  const { own, parent } = before;
  const renewal = sentRenewal(args, { own: own.secretKey, crawler: before.crawler, allow: before.allow });
  if (!renewal.ok) return renewal;
  const problems: Problems = { ...crawlerProblem(before), ...parentProblem(args, before), ...textProblems(args, before) };
  const next = { ...own };
  for (const name of credentialNames) {
    const wanted = wantedOf(name, name === 'secretKey' ? (renewal.value ?? args[name]) : args[name], before);
    if (wanted === undefined) continue;
    const problem = credentialProblem(name, wanted, before);
    if (problem === null) next[name] = wanted;
    else problems[name] = problem;
  }
  for (const name of credentialNames) if (!before.crawler.settings[name].active || (parent && name !== 'url')) next[name] = '';
  const changed = credentialNames.filter((name) => next[name] !== own[name]);
  const effective = parent ? { ...parent.own, url: isSameHost(next.url, parent.own.url) ? next.url : parent.own.url } : next;
  Object.assign(problems, hostProblem(args, before, next));
  if (problems['secretKey'] !== undefined && !args.secretKey && renewalIn(next.secretKey || own.secretKey))
    problems['refreshToken'] = problems['secretKey'];
  const row = rowOf(args, before, effective, changed);
  if (!row.disabled && signsInWithKey(row.crawlerId) && effective.password.length < leastKeyLength)
    problems['password'] ??= messages.keyTooShort;
  return Object.keys(problems).length > 0 ? no(problems) : ok({ row, own: next, effective, changed });
}

/** What a field is to become; undefined if it stays. Blank keeps everything but an address, which people see and can clear. */
function wantedOf(name: CredentialName, sent: string | null | undefined, { own, crawler, by }: Before): string | undefined {
  const mayClear = name === 'url' && mayChange(crawler, name, by.administrator);
  if (sent === undefined || (sent === '' && !mayClear)) return undefined;
  const wanted = sent ?? '';
  if (wanted === own[name] || (name === 'url' && wanted === shownAddress(own.url))) return undefined;
  return wanted;
}

function credentialProblem(name: CredentialName, wanted: string, { crawler, by, parent, managed }: Before): string | null {
  if (wanted === '' && !crawler.settings[name].active) return null;
  if (!crawler.settings[name].active) return `Tasks of ${crawler.name} have no such field. Leave it blank.`;
  if (name === 'orgKey' && crawler.settings.presetOrgKey) return 'The org key of this crawler is preset. Leave it blank.';
  if (!mayChange(crawler, name, by.administrator) || (managed && !by.administrator)) return forAdministrators;
  if (parent && name !== 'url' && wanted !== '') return `It uses the sign-in of ${parent.row.name}. Change it there.`;
  return null;
}

function crawlerProblem({ row, own, crawler, formerCrawler, managed, by }: Before): Problems {
  const isNewHere = row?.crawlerId !== crawler.id;
  if (!isNewHere) return {};
  if (crawler.isDeleted) return { crawlerId: 'This crawler is deleted. Choose another one.' };
  if (by.administrator) return {};
  if (crawler.settings.hideFromWizard) return { crawlerId: 'Only an administrator chooses this crawler.' };
  // Otherwise a person could choose a crawler under which they may see what administrators entered.
  const isLocked = managed || (formerCrawler !== null && namesOf(own).some((name) => !mayChange(formerCrawler, name, false)));
  return isLocked ? { crawlerId: 'Only an administrator changes the crawler of this task.' } : {};
}

function parentProblem({ credentialParentId }: Args, { row, own, crawler, parent, managed, by }: Before): Problems {
  const isAsked = credentialParentId !== undefined && credentialParentId !== null && credentialParentId !== 0;
  const isNewParent = (parent?.row.id ?? null) !== (row?.credentialParentId ?? null);
  const problem = (words: string): Problems => ({ credentialParentId: words });
  if (isAsked && !parent) return problem('Choose another task of this customer.');
  if (isNewParent && (managed || signsInWithKey(crawler.id)) && !by.administrator) return problem(forAdministrators);
  if (!parent) return {};
  if (parent.row.id === row?.id) return problem('A task cannot share its own sign-in. Choose another task.');
  if (parent.row.crawlerId !== crawler.id) return problem('Choose a task of the same crawler.');
  // Its own credentials go. Otherwise they could later be sent to the host of the other task.
  if (namesOf(own).some((name) => name !== 'url' && !mayChange(crawler, name, by.administrator)))
    return problem(forAdministrators);
  if (parent.row.credentialParentId !== null)
    return problem(`${parent.row.name} uses the sign-in of another task. Choose that one.`);
  return {};
}

/** A stored secret is sent only to the host that it was entered for. */
function hostProblem(args: Args, { own, crawler, parent, by }: Before, next: Credentials): Problems {
  if (next.url === '') return {};
  if (parent) {
    if (isSameHost(next.url, parent.own.url)) return {};
    return { url: `Use an address of the host that ${parent.row.name} signs in to, or leave it blank.` };
  }
  if (isSameHost(next.url, own.url)) return {};
  const kept = (['password', 'orgKey', 'secretKey'] as const).filter(
    (name) =>
      own[name] !== '' &&
      (name === 'secretKey' ? keepsSecretKey(args, own[name], next[name]) : next[name] === own[name] && !args[name]),
  );
  if (kept.length === 0) return {};
  if (kept.some((name) => !mayChange(crawler, name, by.administrator))) return { url: forAdministrators };
  return own.url === '' ? {} : Object.fromEntries(kept.map((name) => [name, 'Enter it again: the address is of another host.']));
}

function textProblems({ description, switchedOn }: Args, { row, crawler, by }: Before): Problems {
  const isNewText = (description ?? '') !== '' && description !== row?.description;
  const isSwitched = switchedOn !== undefined && switchedOn !== (row?.switchedOn ?? false);
  return {
    ...(isNewText && !mayChange(crawler, 'description', by.administrator) && { description: forAdministrators }),
    ...(isSwitched && !mayChange(crawler, 'switch', by.administrator) && { switchedOn: forAdministrators }),
  };
}

function rowOf(
  args: Args,
  { row, crawler, parent, by, at }: Before,
  effective: Credentials,
  changed: readonly CredentialName[],
): Planned['row'] {
  const base = row ?? taskDefaults;
  const has = namesOf(effective);
  const parentId = parent?.row.id ?? null;
  const isNewPassword = changed.includes('password');
  const isTextBlank = args.description === '' && !mayChange(crawler, 'description', by.administrator);
  return {
    ...base,
    name: args.name,
    site: args.site,
    alias: args.alias === undefined ? base.alias : args.alias || null,
    description: args.description === undefined || isTextBlank ? base.description : args.description || null,
    switchedOn: args.switchedOn ?? base.switchedOn,
    crawlerId: crawler.id,
    crawler: crawler.name,
    disabled: row === null ? true : args.isDisabled,
    has,
    ready: missingCredentials(crawler.settings, has).length === 0,
    // People and vendors bring the jobs of these kinds.
    everyMinutes: crawler.kind === 'file' || crawler.kind === 'webhook' ? null : args.everyMinutes,
    runAt: args.runAt ?? base.runAt,
    nextRunAt: at.toISOString(),
    credentialParentId: parentId,
    checkState: changed.length > 0 || parentId !== base.credentialParentId ? 'unchecked' : base.checkState,
    // The end of the former password says nothing about a new one.
    passwordExpiresOn:
      args.passwordExpiresOn === undefined ? (isNewPassword ? null : base.passwordExpiresOn) : args.passwordExpiresOn,
    passwordChangedAt: isNewPassword ? at.toISOString() : base.passwordChangedAt,
    passwordChangedBy: isNewPassword ? by.name : base.passwordChangedBy,
  };
}
