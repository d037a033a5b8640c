import type { CrawlerRow } from '#contract/rows/rows.ts';
import { SecretField, SelectField, TextField } from '#src/ui/form/fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';

export type MailboxTokenForm = {
  readonly values: { readonly tokenWay: TokenWay };
  readonly field: ((key: 'tokenWay') => Bound<TokenWay>) &
    ((key: 'tokenUrl') => Bound<string | null>) &
    ((key: 'clientId' | 'clientSecret' | 'refreshToken' | 'secretKey') => Bound<string>);
};
/** Whether Jobdock renews the access token of a mailbox, or a person enters it. */
export type TokenWay = 'renewed' | 'typed';

/** Whether the tasks of a crawler sign in to a mailbox with an access token. */
export const usesToken = ({ kind, settings }: CrawlerRow): boolean => kind === 'mail' && settings.secretKey.active;

const ways = [
  { value: 'renewed', label: 'A refresh token: Jobdock renews the access token' },
  { value: 'typed', label: 'An access token that I enter: it ends, often after an hour' },
] satisfies readonly { value: TokenWay; label: string }[];

type Props = {
  form: MailboxTokenForm;
  /** Which of them are stored. */
  stored: TokenWay | null;
  disabled: boolean;
  hint: string | undefined;
  /** What the crawler calls the access token. */
  label: string;
};

/** How a task signs in to a mailbox that asks for an access token (OAuth 2.0). */
export function MailboxToken({ form, stored, disabled, hint, label }: Props) {
  const way = form.field('tokenWay');
  const isStored = stored === form.values.tokenWay;
  const shared = { disabled, ...(hint !== undefined && { hint }) };
  return (
    <>
      <SelectField
        label="Sign in with"
        required
        disabled={disabled}
        choices={ways}
        {...way}
        onChange={(value) => way.onChange(value === 'typed' ? 'typed' : 'renewed')}
      />
      {form.values.tokenWay === 'typed' ? (
        <SecretField label={label} isKept={isStored} {...shared} {...form.field('secretKey')} />
      ) : (
        <>
          <TextField
            label="Token address"
            type="url"
            mono
            hint="Where the provider of the mailbox renews access tokens, such as https://oauth2.googleapis.com/token"
            {...shared}
            {...form.field('tokenUrl')}
          />
          <TextField label="Client ID" autoComplete="off" {...shared} {...form.field('clientId')} />
          <SecretField
            label="Client secret"
            isKept={isStored}
            hint={isStored ? 'Leave blank to keep what is stored.' : 'Leave blank if the client has none.'}
            {...shared}
            {...form.field('clientSecret')}
          />
          <SecretField label="Refresh token" isKept={isStored} {...shared} {...form.field('refreshToken')} />
        </>
      )}
    </>
  );
}
