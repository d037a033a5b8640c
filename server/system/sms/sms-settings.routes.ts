import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { checkSms, readSmsSettings, type SmsDraft, saveSmsSettings } from '#contract/system/sms-settings.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { keepSms, shownSms, smsAccess } from './sms-settings.ts';
import { twilioPort } from './twilio.ts';

type Fields = Extract<Refusal, { kind: 'invalid' }>['fields'];
const invalid = (fields: Fields) => no({ kind: 'invalid', fields } as const);

/** The address of the API as it is kept: scheme and host alone. Null for a host that is not Twilio's and not allowed. */
function apiOf(entered: string, allow: readonly string[]): string | null {
  const address = /^[a-z]+:\/\//i.test(entered) ? entered : `https://${entered}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, hostname, port, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return null;
  if (allow.includes(host)) return origin;
  return protocol === 'https:' && port === '' && /^api(?:\.[a-z\d-]+){0,2}\.twilio\.com$/.test(hostname) ? origin : null;
}

type Ready = { readonly draft: SmsDraft; readonly token: string };

/**
 * A draft with an API that can be called. The saved token belongs to the saved API and account: for others it must be entered again, so
 * that it is never sent to another host.
 */
async function readyDraft(
  db: Db | Tx,
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  draft: SmsDraft,
): Promise<Result<Ready, { kind: 'invalid'; fields: Fields }>> {
  const api = apiOf(draft.api, config.allowHosts);
  if (api === null) return invalid({ api: 'Enter the address of Twilio’s API, such as https://api.twilio.com' });
  const saved = await smsAccess({ db, secrets });
  const isSame = saved?.api === api && saved.accountSid === draft.accountSid;
  const token = draft.token ?? (isSame ? saved.token : undefined);
  if (token === undefined) return invalid({ token: 'Enter the auth token of this account' });
  return ok({ draft: { ...draft, api }, token });
}

export const smsSettingRoutes: Handler[] = [
  handle(readSmsSettings, async (_args, { services }) => ok(await shownSms(services.db, services.config.publicUrl))),
  handle(saveSmsSettings, { audit: 'system.sms.save', stepUp: () => true }, async ({ sms: draft }, { services, tx }) => {
    const ready = draft && (await readyDraft(tx, services, draft));
    if (ready && !ready.ok) return ready;
    const { publicUrl } = services.config;
    const before = await shownSms(tx, publicUrl);
    await keepSms({ db: tx, secrets: services.secrets }, ready ? ready.value.draft : null);
    const after = await shownSms(tx, publicUrl);
    // The audit says only that a token was entered.
    const facts = { sms: draft === null ? 'disconnected' : 'connected', token: draft?.token === undefined ? 'kept' : 'entered' };
    return done(after, { object: ['setting', 'sms'], changed: changesBetween(before, after), facts });
  }),
  handle(checkSms, { audit: 'none: it only reads from Twilio and keeps nothing' }, async (args, { services }) => {
    const ready = await readyDraft(services.db, services, args);
    if (!ready.ok) return ready;
    const { draft, token } = ready.value;
    const since = performance.now();
    const port = twilioPort({ ...draft, token, allow: services.config.allowHosts });
    const account = await port.account();
    if (!account.ok) return invalid({ [account.error.kind === 'account' ? 'token' : 'api']: account.error.words });
    const { friendly_name: name, status } = account.value;
    if (status !== 'active') return invalid({ accountSid: `Twilio says that this account is ${status}. Make it active there.` });
    const sender = await port.sender();
    if (!sender.ok) return invalid({ sender: sender.error.words });
    if (sender.value === null) return invalid({ sender: 'This account has no such sender that can send text messages.' });
    return ok({ account: name, sender: sender.value, milliseconds: Math.round(performance.now() - since) });
  }),
];
