import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { listSubmissionLogins, removeSubmissionLogin } from '#contract/submissions/logins.ts';
import { may } from '#domain/rights/may.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { loginSecret } from '../targets/secret-places.ts';
import { isPersonOf, loginsOf } from './login-rows.ts';
import { saveLoginRoute } from './save-login.ts';

/** People's own sign-ins to submission targets. */
export const submissionLoginRoutes: Handler[] = [
  handle(listSubmissionLogins, async ({ id, me }, { services: { db }, actor }) => {
    if (id !== actor.userId && !may(actor, 'users.read')) return no({ kind: 'forbidden', needs: 'users.read' });
    if (!(await isPersonOf(db, me, id))) return no(absent('person', id));
    return ok(await loginsOf(db, me, { userId: id }));
  }),
  saveLoginRoute,
  handle(removeSubmissionLogin, { audit: 'submission.login.remove' }, async ({ id, me }, { services: { secrets }, tx }) => {
    const [login] = await loginsOf(tx, me, { id });
    if (!login) return no(absent('sign-in', id));
    await secrets.put(tx, loginSecret(me, id), null);
    await tx.deleteFrom('submission_login').where('customer_id', '=', me).where('id', '=', id).execute();
    // A person with sign-ins has one default among them.
    const [next] = login.isDefault ? await loginsOf(tx, me, { userId: login.userId }) : [];
    if (next)
      await tx
        .updateTable('submission_login')
        .set({ is_default: true })
        .where('customer_id', '=', me)
        .where('id', '=', next.id)
        .execute();
    return done(
      { message: messages.submissionLoginDeleted },
      { object: ['user', login.userId], facts: { target: login.target } },
    );
  }),
];
