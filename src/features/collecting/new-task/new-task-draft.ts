import * as z from 'zod';
import { JobScope } from '#contract/collecting/job-scope.ts';
import type { addTask, previewVendor, validateCredentials } from '#contract/collecting/new-tasks.ts';
import { tokenNames } from '#contract/collecting/task-credentials.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import type { CredentialName } from '#contract/rows/crawler-settings.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { credentialNames, mayChange, missingCredentials } from '#domain/crawlers/crawler-settings.ts';
import { everyJob, scopeProblems } from '#domain/crawlers/job-scope.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { usesToken } from '../tasks/mailbox-token.tsx';
import { draftOf, makesKey, newTask, sentKey, TaskDraft } from '../tasks/task-draft.ts';

export const NewTaskDraft = TaskDraft.omit({ name: true, enabled: true, runAt: true }).extend({
  ...JobScope.shape,
  /** Administrators enter and manage the sign-in. */
  managed: z.boolean(),
  startsNow: z.boolean(),
});
export type NewTaskDraft = z.output<typeof NewTaskDraft>;
/** The draft as its fields hold it. */
export type Typed = z.input<typeof NewTaskDraft>;

const { name: _name, enabled: _enabled, runAt: _runAt, ...blank } = draftOf(newTask);
export const blankDraft: Typed = { ...blank, crawlerId: '', ...everyJob, managed: false, startsNow: true };

export const credentialKeys = [
  ...credentialNames,
  ...tokenNames,
  'tokenWay',
  'credentialParentId',
  'passwordExpiresOn',
  'description',
] as const;
export const jobKeys = ['site', 'alias', 'everyMinutes', ...(Object.keys(everyJob) as (keyof JobScope)[])] as const;

const {
  url,
  username,
  password,
  orgKey,
  secretKey,
  tokenWay,
  tokenUrl,
  clientId,
  clientSecret,
  refreshToken,
  credentialParentId,
  passwordExpiresOn,
  description,
  switchedOn,
  managed,
} = blankDraft;
const noCredentials: Partial<Typed> = {
  tokenWay,
  tokenUrl,
  clientId,
  clientSecret,
  refreshToken,
  url,
  username,
  password,
  orgKey,
  secretKey,
  credentialParentId,
  passwordExpiresOn,
  description,
  switchedOn,
  managed,
};

/** The draft for another crawler: what was typed for the former vendor is not sent to this one. */
export function withCrawler(draft: Typed, crawler: CrawlerRow): Partial<Typed> {
  if (draft.crawlerId === String(crawler.id)) return {};
  return {
    ...noCredentials,
    crawlerId: String(crawler.id),
    site: namesItsSource(crawler) ? crawler.name : '',
  };
}

/** Crawlers of one vendor, rather than of any address, file or mail. */
const firstOfAdministrators = 1000;
const namesItsSource = ({ id, kind }: CrawlerRow): boolean =>
  id >= firstOfAdministrators || kind === 'trio' || kind === 'laboredge';

export type Person = { readonly administrator: boolean };

/** Whether tasks of a crawler sign in with anything, so that somebody must enter it. */
export const signsIn = ({ settings }: CrawlerRow): boolean => missingCredentials(settings, []).length > 0;

/** Whether the person leaves the sign-in to administrators. What they typed before stays in the draft, and is not sent. */
const leavesSignIn = (draft: Typed, { administrator }: Person): boolean => draft.managed && !administrator;

/** What the task will still lack, so that it awaits its setup. */
export function lacking(draft: Typed, crawler: CrawlerRow, person: Person): readonly CredentialName[] {
  const { settings } = crawler;
  if (leavesSignIn(draft, person)) return missingCredentials(settings, []);
  const shared = draft.credentialParentId !== '';
  const has = (name: CredentialName) => (name === 'secretKey' ? makesKey(draft, crawler) : Boolean(draft[name]));
  const typed = credentialNames.filter((name) => (shared && name !== 'url') || has(name));
  // A task that shares a sign-in may use the address of the other one.
  return missingCredentials(settings, shared ? [...typed, 'url'] : typed);
}

const fillIn = 'Fill this in, or let the Jobdock team enter the sign-in';

/** The blank fields of the form that make a credential. */
function fieldsOf(name: CredentialName, draft: Typed, crawler: CrawlerRow): readonly (keyof Typed)[] {
  if (name !== 'secretKey' || !usesToken(crawler) || draft.tokenWay === 'typed') return [name];
  return (['tokenUrl', 'clientId', 'refreshToken'] as const).filter((field) => !draft[field]);
}

/** What keeps a person from the step after the sign-in: what they could enter and left blank. */
export function signInProblems(draft: Typed, crawler: CrawlerRow, person: Person): Problems {
  if (draft.managed) return {};
  const own = lacking(draft, crawler, person).filter((name) => mayChange(crawler, name, person.administrator));
  return Object.fromEntries(own.flatMap((name) => fieldsOf(name, draft, crawler)).map((field) => [field, fillIn]));
}

/** What is wrong with the work types and days; undefined if nothing is. */
export function jobProblems(draft: Typed): Problems | undefined {
  const problems = scopeProblems(draft);
  return Object.keys(problems).length > 0 ? problems : undefined;
}

type SignIn = Omit<SentArgsOf<typeof validateCredentials>, 'cust' | 'crawlerId'>;

/** The sign-in as it is sent: only what the person may change, and nothing that they left to administrators. */
export function signInOf(draft: Typed, crawler: CrawlerRow, person: Person): SignIn {
  if (leavesSignIn(draft, person)) return { url: '' };
  const shared = draft.credentialParentId !== '';
  const sends = (name: CredentialName) => mayChange(crawler, name, person.administrator) && (name === 'url' || !shared);
  const text = (name: Exclude<CredentialName, 'url'>) => (sends(name) && draft[name] !== '' ? { [name]: draft[name] } : {});
  return {
    url: sends('url') ? draft.url : '',
    ...text('username'),
    ...text('password'),
    ...text('orgKey'),
    ...(sends('secretKey') && sentKey(draft, crawler)),
    ...(shared && { credentialParentId: Number(draft.credentialParentId) }),
  };
}

type Look = Omit<SentArgsOf<typeof previewVendor>, 'cust'>;

/** What decides which jobs a new task would stage. */
export function lookOf(draft: Typed, crawler: CrawlerRow, person: Person): Look {
  const { travel, perDiem, permanent, daysFrom, daysTo, daysFromPerDiem, daysToPerDiem, site } = draft;
  const scope = { travel, perDiem, permanent, daysFrom, daysTo, daysFromPerDiem, daysToPerDiem };
  return { ...signInOf(draft, crawler, person), ...scope, crawlerId: crawler.id, ...(site.trim() !== '' && { site }) };
}

/** Everything that a new task is given. */
export function taskOf(draft: Typed, crawler: CrawlerRow, person: Person): Omit<SentArgsOf<typeof addTask>, 'cust'> {
  const { administrator } = person;
  return {
    ...lookOf(draft, crawler, person),
    alias: draft.alias ?? '',
    everyMinutes: draft.everyMinutes,
    ...(mayChange(crawler, 'description', administrator) && { description: draft.description ?? '' }),
    ...(mayChange(crawler, 'switch', administrator) && { switchedOn: draft.switchedOn }),
    ...(draft.passwordExpiresOn && { passwordExpiresOn: draft.passwordExpiresOn }),
    isAccountCredentialManaged: draft.managed,
    isEnabled: draft.startsNow && lacking(draft, crawler, person).length === 0,
  };
}
