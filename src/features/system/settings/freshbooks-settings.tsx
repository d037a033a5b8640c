import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { ok } from '#contract/kit/result.ts';
import {
  authorizeFreshBooks,
  checkFreshBooks,
  chooseFreshBooksBusiness,
  FreshBooksDraft,
  type FreshBooksSettings,
  readFreshBooks,
  readSettingsTemplate,
  reauthorizeFreshBooks,
  recheckFreshBooks,
  saveFreshBooks,
} from '#contract/system/freshbooks-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave, useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { SecretField, SelectField, TextField } from '#src/ui/form/fields.tsx';
import { keptSecret } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { Disconnect } from './disconnect.tsx';
import './system-settings.css';

const Draft = FreshBooksDraft.extend({ clientSecret: keptSecret(500) });
type Draft = z.input<typeof Draft>;
const replies = [readFreshBooks, checkFreshBooks];

/** FreshBooks, whose books mirror the invoices and payments of customers. */
export function FreshBooksPart() {
  const { reply } = useReply(readFreshBooks, {});
  useCodeInAddress();
  return reply && <FreshBooksForm key={JSON.stringify(reply)} settings={reply} />;
}

/** Authorizes with the code that FreshBooks put into the address, and clears it from there. */
function useCodeInAddress() {
  const [params, setParams] = useSearchParams();
  const send = useSend(authorizeFreshBooks, replies);
  const used = useRef('');
  const [code, state] = [params.get('code'), params.get('state')];
  useEffect(() => {
    if (code === null || used.current === code) return;
    used.current = code;
    setParams((now) => withoutCode(now), { replace: true });
    void send({ code, state: state ?? '' }).then((answer) =>
      answer.ok
        ? toast.success({ title: 'FreshBooks authorized' })
        : toast.error({ title: 'FreshBooks not authorized', detail: errorMessage(answer.error) }),
    );
  }, [code, state, send, setParams]);
}

function withoutCode(params: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(params);
  kept.delete('code');
  kept.delete('state');
  return kept;
}

function FreshBooksForm({ settings }: { settings: FreshBooksSettings }) {
  const { clientId } = settings;
  const isSet = clientId !== null;
  const template = useReply(readSettingsTemplate, {}).reply;
  const initial: Draft = { clientId: clientId ?? '', clientSecret: '' };
  const form = useForm(Draft, {
    initial,
    onSubmit: useSave(saveFreshBooks, {
      args: ({ clientId: id, clientSecret }: z.output<typeof Draft>) => ({
        freshBooks: { clientId: id, ...(clientSecret !== undefined && { clientSecret }) },
      }),
      said: () => ({ detail: 'Authorize it now, if you have not done that yet.' }),
      refreshes: replies,
    }),
  });
  return (
    <SettingsPart title="FreshBooks" about={aboutOf(settings)}>
      <FormPage bare title="FreshBooks" form={form} saveLabel="Save FreshBooks settings" blocked={useBlocked()}>
        <TextField label="Client ID" required mono {...form.field('clientId')} />
        <SecretField label="Client secret" isKept={isSet} {...form.field('clientSecret')} />
      </FormPage>
      {template && !isSet && (
        <p className="muted">
          Make an app in the developer settings of FreshBooks with the redirect address{' '}
          <span className="mono">{template.redirectUri}</span> and these scopes: {template.scopes.join(', ')}.
        </p>
      )}
      {settings.problem !== '' && <p className="settings-problem">{settings.problem}</p>}
      {settings.businesses.length > 1 && <Business settings={settings} />}
      {isSet && <Authorization settings={settings} />}
      {isSet && <Removal />}
    </SettingsPart>
  );
}

function aboutOf({ clientId, state, account, businesses }: FreshBooksSettings): string {
  if (clientId === null)
    return 'FreshBooks is not connected. Billing works without it. Connect it to have invoices and payments in its books, too, and to let customers pay there.';
  if (state === 'none') return 'The app is saved. Authorize it: FreshBooks asks you to allow the access.';
  const name = businesses.find((one) => one.account === account)?.name;
  return state === 'ended'
    ? 'FreshBooks takes the sign-in no more. Authorize it again; nothing is lost meanwhile.'
    : `Invoices and payments of linked customers are mirrored in the books of ${name ?? 'FreshBooks'}, and payments made there come back.`;
}

const Chosen = z.object({ account: z.string().min(1, 'Choose a business') });

/** Which of several businesses is used. */
function Business({ settings: { account, businesses } }: { settings: FreshBooksSettings }) {
  const form = useForm(Chosen, {
    initial: { account: account ?? '' },
    onSubmit: useSave(chooseFreshBooksBusiness, { args: (chosen: z.output<typeof Chosen>) => chosen, refreshes: replies }),
  });
  return (
    <FormPage bare title="Business" form={form} saveLabel="Save business" blocked={useBlocked()}>
      <SelectField
        label="Business"
        required
        choices={businesses.map((one) => ({ value: one.account, label: one.name }))}
        {...form.field('account')}
      />
    </FormPage>
  );
}

function Authorization({ settings: { state } }: { settings: FreshBooksSettings }) {
  const call = useCall();
  const begin = useSend(reauthorizeFreshBooks);
  const go = async () => {
    const answer = await begin({});
    if (answer.ok) window.location.assign(answer.value.authorizeUrl);
    else toast.error({ title: 'Not begun', detail: errorMessage(answer.error) });
  };
  const run = async () => {
    const answer = await call(recheckFreshBooks, {});
    if (!answer.ok) return answer;
    const { isConnected, business, problem } = answer.value;
    return ok(isConnected ? `Connected to ${business}.` : problem);
  };
  return (
    <>
      <OnlineButton variant={state === 'ready' ? 'default' : 'filled'} onClick={() => void go()}>
        {state === 'none' ? 'Authorize…' : 'Authorize again…'}
      </OnlineButton>
      {state !== 'none' && <ConnectionTest label="Test the connection" run={run} />}
    </>
  );
}

function Removal() {
  const remove = useDo(saveFreshBooks, {
    args: () => ({ freshBooks: null }),
    said: () => ({ title: 'FreshBooks disconnected' }),
    failed: 'FreshBooks not disconnected',
    refreshes: replies,
  });
  return (
    <Disconnect
      name="FreshBooks"
      effect="Its secret and tokens are removed. What is at FreshBooks stays there; nothing new goes there, and payments made there no longer come back."
      remove={() => remove(null)}
    />
  );
}
