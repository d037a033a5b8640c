import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { checkJira, type JiraDraft, readJiraSettings, saveJiraSettings } from '#contract/system/jira-settings.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { jiraPort } from './jira-port.ts';
import { jiraAccess, keepJira, shownJira } from './jira-settings.ts';

type Fields = Extract<Refusal, { kind: 'invalid' }>['fields'];
const invalid = (fields: Fields) => no({ kind: 'invalid', fields } as const);

/** The address of a site as it is kept: scheme and host alone. Null if it is none, or may not be called. */
function siteOf(entered: string, allow: readonly string[]): string | null {
  const address = /^[a-z]+:\/\//i.test(entered) ? entered : `https://${entered}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return null;
  return protocol === 'https:' || (protocol === 'http:' && allow.includes(host)) ? origin : null;
}

type Ready = JiraDraft & { readonly token?: string | undefined };

/**
 * A draft with a site that can be called. The saved token belongs to the saved site and account: for others it must be entered again, so
 * that it is never sent to another host.
 */
async function readyDraft(
  db: Db | Tx,
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  draft: JiraDraft,
): Promise<Result<{ readonly draft: Ready; readonly token: string }, { kind: 'invalid'; fields: Fields }>> {
  const site = siteOf(draft.site, config.allowHosts);
  if (site === null) return invalid({ site: 'Enter the address of the site, such as https://harborview.atlassian.net' });
  const saved = await jiraAccess({ db, secrets });
  const isSame = saved?.site === site && saved.account === draft.account;
  const token = draft.token ?? (isSame ? saved.token : undefined);
  if (token === undefined) return invalid({ token: 'Enter the API token of this account' });
  return ok({ draft: { ...draft, site }, token });
}

export const jiraSettingRoutes: Handler[] = [
  handle(readJiraSettings, async (_args, { services }) => ok(await shownJira(services.db))),
  handle(
    saveJiraSettings,
    { audit: 'system.jira.save', stepUp: () => true },
    async ({ jira: draft }, { services, tx, actor }) => {
      const ready = draft && (await readyDraft(tx, services, draft));
      if (ready && !ready.ok) return ready;
      const before = await shownJira(tx);
      await keepJira({ db: tx, secrets: services.secrets }, ready ? ready.value.draft : null, actor.actorId);
      const after = await shownJira(tx);
      // The audit says only that a token was entered.
      const facts = {
        jira: draft === null ? 'disconnected' : 'connected',
        token: draft?.token === undefined ? 'kept' : 'entered',
      };
      return done(after, { object: ['setting', 'jira'], changed: changesBetween(before, after), facts });
    },
  ),
  handle(checkJira, { audit: 'none: it only reads from Jira and keeps nothing' }, async (args, { services }) => {
    const ready = await readyDraft(services.db, services, args);
    if (!ready.ok) return ready;
    const { draft, token } = ready.value;
    const since = performance.now();
    const port = jiraPort({ ...draft, token, allow: services.config.allowHosts });
    const me = await port.myself();
    if (!me.ok) return invalid({ [me.error.kind === 'account' ? 'token' : 'site']: me.error.words });
    const project = await port.project(draft.project);
    if (!project.ok) return invalid({ project: `The project was not found. ${project.error.words}` });
    const { name, issueTypes } = project.value;
    if (!issueTypes.some((type) => type.name === draft.issueType))
      return invalid({
        issueType: `The project has the issue types ${issueTypes.map((type) => type.name).join(', ')}. Choose one.`,
      });
    return ok({ account: me.value.displayName, project: name, milliseconds: Math.round(performance.now() - since) });
  }),
];
