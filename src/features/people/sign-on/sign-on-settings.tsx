import type * as z from 'zod';
import {
  getSignOn,
  listSignOnDomains,
  removeSignOn,
  type SignOn,
  SignOnDraft,
  saveSignOn,
} from '#contract/people/sign-on-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { SecretField, SwitchField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { keptSecret } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPage, SettingsPart } from '#src/ui/page/settings-page.tsx';
import { AskedDomains } from './asked-domains.tsx';
import './sign-on.css';

/** How the people of the customer on screen sign in at a provider of their own. */
export function SignOnSettings() {
  const { customer, administrator } = useSession();
  const answer = useReply(getSignOn, { cust: customer.id });
  return (
    <SettingsPage
      title="Sign-on"
      note={`Lets the people of ${customer.name} sign in with the account that they have at your agency (OpenID Connect).`}
      answer={answer}
      what="The settings of sign-on"
    >
      {(signOn) => (
        <>
          <SignOnForm key={JSON.stringify([customer.id, signOn])} cust={customer.id} signOn={signOn} />
          {administrator && <AskedDomains />}
        </>
      )}
    </SettingsPage>
  );
}

const keepersHint = 'For the day when your provider is away. They need the right to change your agency’s account.';

const Draft = SignOnDraft.extend({ clientSecret: keptSecret() });

function SignOnForm({ cust, signOn }: { cust: number; signOn: SignOn }) {
  const form = useForm(Draft, {
    initial: {
      issuer: signOn.issuer ?? '',
      clientId: signOn.clientId ?? '',
      clientSecret: '',
      domains: signOn.domains.map(({ domain }) => domain),
      localPasswords: signOn.localPasswords,
      keepers: signOn.keepers,
    },
    onSubmit: useSave(saveSignOn, {
      args: ({ clientSecret, ...draft }: z.output<typeof Draft>) => ({
        ...draft,
        cust,
        ...(clientSecret !== undefined && { clientSecret }),
      }),
      said: ({ domains }) => ({
        detail: domains.every(({ isConfirmed }) => isConfirmed)
          ? ''
          : 'New domains work once Jobdock’s provider has confirmed them.',
      }),
      refreshes: [getSignOn, listSignOnDomains],
    }),
  });
  return (
    <FormPage bare title="Sign-on" form={form} saveLabel="Save sign-on" blocked={useBlocked()}>
      <SettingsPart title="Your provider" about="Register Jobdock there as a web application, then copy three values here.">
        <p>
          Redirect address to enter there: <span className="mono sign-on-address">{signOn.redirectUri}</span>
        </p>
        <TextField label="Provider address (issuer)" required type="url" mono {...form.field('issuer')} />
        <TextField label="Client ID" required mono {...form.field('clientId')} />
        <SecretField label="Client secret" isKept={signOn.hasSecret} {...form.field('clientSecret')} />
      </SettingsPart>
      <SettingsPart title="Email domains" about="People whose address has one of these domains are offered your sign-on.">
        <TagsField
          label="Domains"
          hint="Such as agency.com. Jobdock’s provider confirms each before it works."
          {...form.field('domains')}
        />
        <DomainStates domains={signOn.domains} />
      </SettingsPart>
      <SettingsPart title="Passwords">
        <SwitchField
          label="People may also sign in with a password"
          hint="If this is off, passwords work only for the people below, and no one else gets a link to set one."
          {...form.field('localPasswords')}
        />
        <MultiSelectField
          label="Keep their password as a way back"
          hint={signOn.candidates.length === 0 ? 'No one who may change your agency’s account has a password.' : keepersHint}
          choices={signOn.candidates.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('keepers')}
        />
      </SettingsPart>
      {signOn.issuer !== null && <Removal cust={cust} />}
    </FormPage>
  );
}

function DomainStates({ domains }: Pick<SignOn, 'domains'>) {
  if (domains.length === 0) return null;
  return (
    <ul className="sign-on-domains" aria-label="State of the saved domains">
      {domains.map(({ domain, isConfirmed }) => (
        <li key={domain}>
          <span className="mono">{domain}</span>{' '}
          <StateBadge tone={isConfirmed ? 'good' : 'pending'}>{isConfirmed ? 'Confirmed' : 'Waits for confirmation'}</StateBadge>
        </li>
      ))}
    </ul>
  );
}

function Removal({ cust }: { cust: number }) {
  const remove = useDo(removeSignOn, {
    args: () => ({ cust }),
    said: () => ({ title: 'Sign-on ended', detail: 'Everyone signs in with a password again.' }),
    failed: 'Sign-on not ended',
    refreshes: [getSignOn, listSignOnDomains],
  });
  const run = async () => {
    if (await wantsRemoved()) await remove(null);
  };
  return (
    <div>
      <OnlineButton variant="subtle" color="red" size="compact-sm" onClick={() => void run()}>
        End sign-on…
      </OnlineButton>
    </div>
  );
}

const wantsRemoved = async () =>
  (await ask({
    title: 'End sign-on?',
    body: 'The address, client ID, secret and domains are removed. Everyone signs in with a password again; people without one ask for a link at sign-in.',
    choices: { end: { words: 'End sign-on', tone: 'danger' }, keep: { words: 'Cancel' } },
    safe: 'keep',
  })) === 'end';
