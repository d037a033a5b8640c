import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { saveSubmissionLogin } from '#contract/submissions/logins.ts';
import { may } from '#domain/rights/may.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { refusalWords } from '../targets/credentials.ts';
import { adapterWith } from '../targets/open-adapter.ts';
import { loginSecret } from '../targets/secret-places.ts';
import { type StoredSubmissionTarget, settingsOf, submissionTarget } from '../targets/target-rows.ts';
import { isPersonOf, loginsOf } from './login-rows.ts';

type Args = Omit<ArgsOf<typeof saveSubmissionLogin>, 'me'> & { readonly me: number };

/**
 * Adds or changes a person's sign-in. The system is asked first, outside of a transaction: one that it refuses is not stored, and one that
 * it does not answer about is stored with the reason.
 */
export const saveLoginRoute: Handler = handle(
  saveSubmissionLogin,
  { audit: 'submission.login.save', ownTransactions: true, load: { target: submissionTarget('targetId') } },
  async (args, call, { target }) => {
    const { services, actor, record } = call;
    if (args.id !== actor.userId && !may(actor, 'users.write')) return no({ kind: 'forbidden', needs: 'users.write' });
    // Who works as another person does not sign in for them.
    if (actor.impersonating) return no({ kind: 'forbidden' });
    if (!(await isPersonOf(services.db, args.me, args.id))) return no(absent('person', args.id));
    const [before] = args.loginId === 0 ? [] : await loginsOf(services.db, args.me, { id: args.loginId });
    if (args.loginId !== 0 && before?.userId !== args.id) return no(absent('sign-in', args.loginId));
    const isOther = !before || before.username !== args.username || before.targetId !== args.targetId;
    if (isOther && args.password === '')
      return no({ kind: 'invalid', fields: { password: 'Enter the password of this username' } });
    const mine = await loginsOf(services.db, args.me, { userId: args.id });
    const same = (one: (typeof mine)[number]) =>
      one.id !== args.loginId && one.targetId === args.targetId && one.username.toLowerCase() === args.username.toLowerCase();
    if (mine.some(same))
      return no({ kind: 'invalid', fields: { username: `This person has a sign-in to ${target.row.name} with this username` } });
    const checked = args.password === '' ? null : await check(services, target, args);
    if (checked?.isRefused)
      return no({ kind: 'invalid', fields: { password: `${target.row.name} refused it: ${checked.words}` } });
    const stored = await services.db.transaction().execute(async (tx) => {
      const id = await store(tx, args, {
        isFirst: mine.length === 0 || (before?.isDefault ?? false),
        checked,
        now: services.now(),
      });
      if (args.password !== '') await services.secrets.put(tx, loginSecret(args.me, id), args.password);
      const facts = { target: target.row.name, newPassword: args.password !== '' };
      return { id, receipt: await record(tx, { object: ['user', args.id], facts }) };
    });
    const [login] = await loginsOf(services.db, args.me, { id: stored.id });
    return login ? done(login, stored.receipt) : no(absent('sign-in', stored.id));
  },
);

type Checked = { readonly isRefused: boolean; readonly words: string };

/** What the system says of a sign-in; null if it cannot be asked. */
async function check(
  services: Call['services'],
  { customerId, row }: StoredSubmissionTarget,
  args: Args,
): Promise<Checked | null> {
  const connection = {
    customerId,
    targetId: row.id,
    orgKey: args.username,
    secret: args.password,
    site: row.site,
    settings: settingsOf({ customerId, row }),
  };
  const answer = await adapterWith(services, row.system_id, connection)?.checkCredentials?.();
  return answer ? { isRefused: answer.kind === 'refused', words: refusalWords(answer) } : null;
}

type Storing = { readonly isFirst: boolean; readonly checked: Checked | null; readonly now: Date };

async function store(tx: Tx, args: Args, { isFirst, checked, now }: Storing): Promise<number> {
  const isDefault = args.isDefault || isFirst;
  if (isDefault)
    await tx
      .updateTable('submission_login')
      .set({ is_default: false })
      .where('customer_id', '=', args.me)
      .where('user_id', '=', args.id)
      .where('is_default', '=', true)
      .execute();
  const values = {
    target_id: args.targetId,
    username: args.username,
    is_default: isDefault,
    ...(checked && { checked_at: now, check_words: checked.words }),
  };
  if (args.loginId === 0) {
    const row = { customer_id: args.me, user_id: args.id, ...values };
    return (await tx.insertInto('submission_login').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }
  await tx
    .updateTable('submission_login')
    .set(values)
    .where('customer_id', '=', args.me)
    .where('id', '=', args.loginId)
    .execute();
  return args.loginId;
}
