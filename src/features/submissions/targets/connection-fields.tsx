import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { type listSubmissionChoices, saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { SecretField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';

const { name, orgKey, site, secret, isActive } = saveSubmissionTarget.args.shape;
/** The fields of a connection, with the limits of the call. */
export const connectionShape = {
  name,
  orgKey: orgKey.unwrap(),
  site: site.unwrap(),
  secret: secret.unwrap(),
  isActive: isActive.unwrap(),
};

/** A system as the service describes it. */
export type System = ReplyOf<typeof listSubmissionChoices>['systems'][number];

type Field = { (key: 'name' | 'orgKey' | 'site' | 'secret'): Bound<string>; (key: 'isActive'): Bound<boolean> };
type Props = { form: { field: Field }; system: Pick<System, 'keyLabel' | 'secretLabel' | 'siteLabel'>; hasSecret: boolean };

/** The fields of a connection, under the names that its system gives them. */
export function ConnectionFields({ form, system: { keyLabel, secretLabel, siteLabel }, hasSecret }: Props) {
  return (
    <>
      <TextField label="Name" required hint="As your team calls it." {...form.field('name')} />
      {keyLabel !== null && <TextField label={keyLabel} autoComplete="off" {...form.field('orgKey')} />}
      <TextField label={siteLabel} mono autoComplete="off" {...form.field('site')} />
      <SecretField label={secretLabel} isKept={hasSecret} {...form.field('secret')} />
      <SwitchField
        label="Active"
        hint="When off, nothing is read from it and nothing is sent to it."
        {...form.field('isActive')}
      />
    </>
  );
}
