import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { listSubmissionLogins, type SubmissionLogin, saveSubmissionLogin } from '#contract/submissions/logins.ts';
import { listSubmissionTargets } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { SecretField, SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { wayBack } from './way-back.ts';

const { username, password, isDefault } = saveSubmissionLogin.args.shape;
const Draft = z.object({
  targetId: z.string().min(1, 'Choose a target').transform(Number),
  username,
  password: password.unwrap(),
  isDefault: isDefault.unwrap(),
});

type Props = { userId: number; login: SubmissionLogin | null; targetId: number | null };

/** A person's own sign-in to a submission target. The target is asked whether it accepts it before it is stored. */
export function LoginForm({ userId, login, targetId }: Props) {
  const { customer, may } = useSession();
  const me = customer.id;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const user = may('users.read') ? pathTo('/users/edit/:id', { id: userId }, { tab: 'subTargetsLogins' }) : '/';
  const back = () => void navigate(wayBack(params.get('back')) ?? user);
  const [saved, setSaved] = useState<number | null>(null);
  const targets = useReply(listSubmissionTargets, { me });
  const form = useForm(Draft, {
    initial: {
      targetId: targetId === null ? '' : String(targetId),
      username: login?.username ?? '',
      password: '',
      isDefault: login?.isDefault ?? false,
    },
    onSubmit: useSave(saveSubmissionLogin, {
      args: (draft: z.output<typeof Draft>) => ({ id: userId, me, loginId: login?.id ?? 0, ...draft }),
      said: ({ target, checkedAt }) => ({
        detail: checkedAt === null ? `${target} cannot be asked whether it accepts it.` : `${target} accepted it.`,
      }),
      refreshes: [listSubmissionLogins],
      onSaved: ({ id }) => setSaved(id),
    }),
  });
  useWhenClean(saved, form, back);
  return (
    <FormPage
      title={login ? `Sign-in to ${login.target}` : 'Add sign-in'}
      form={form}
      saveLabel={login ? 'Save sign-in' : 'Add sign-in'}
      blocked={useBlocked()}
      onBack={back}
    >
      {targets.reply === null && targets.problem !== null && <p role="alert">{unread('targets', targets.problem)}</p>}
      <SelectField
        label="Target"
        required
        disabled={login !== null}
        choices={targetChoices(targets.reply)}
        {...form.field('targetId')}
      />
      <TextField label="Username" required autoComplete="off" {...form.field('username')} />
      <SecretField label="Password" required={login === null} isKept={login !== null} {...form.field('password')} />
      <SwitchField
        label="Default"
        hint="Submissions of this person use it where no other sign-in is chosen. It takes the place of the default before it."
        {...form.field('isDefault')}
      />
    </FormPage>
  );
}
