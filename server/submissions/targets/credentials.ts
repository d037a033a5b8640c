import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { checkSubmissionCredentials } from '#contract/submissions/targets.ts';
import { connectionProblems, needsSecretAgain } from '#domain/submissions/connection-problems.ts';
import { submissionSystem } from '#domain/submissions/systems.ts';
import { done, type RecordLine } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import type { Answer, SubmissionConnection } from '../adapter.ts';
import { adapterWith, storedSecret } from './open-adapter.ts';
import { findSubmissionTarget, type StoredSubmissionTarget, settingsOf } from './target-rows.ts';

type Args = Omit<ArgsOf<typeof checkSubmissionCredentials>, 'cust'> & { readonly cust: number };
type Saving = Call & { readonly record: RecordLine };

/** Asks a system whether it accepts credentials: those stored (and notes the answer), or those sent. */
export const checkCredentialsRoute: Handler = handle(
  checkSubmissionCredentials,
  { audit: 'submission.target.check', ownTransactions: true },
  async (args, call) => {
    const { db } = call.services;
    const target = args.id === 0 ? undefined : await findSubmissionTarget(db, args.cust, args.id);
    if (args.id !== 0 && !target) return no(absent('submission target', args.id));
    return args.stored === 'true' ? checkStored(call, target) : checkSent(call, args, target);
  },
);

async function checkStored(call: Saving, target: StoredSubmissionTarget | undefined) {
  if (!target) return no({ kind: 'invalid' as const, fields: { id: 'Choose a target whose credentials are stored' } });
  const { services, record } = call;
  const { customerId, row } = target;
  const secret = await storedSecret(services.secrets, services.db, customerId, row.id);
  if (secret === undefined)
    return no({ kind: 'invalid' as const, fields: { secret: 'No secret is stored. Enter it and save the target.' } });
  const connection = { customerId, targetId: row.id, orgKey: row.org_key, secret, site: row.site, settings: settingsOf(target) };
  const words = await asked(services, row.system_id, connection);
  if (words === null) return no(notChecked(row.system_id));
  const receipt = await services.db.transaction().execute(async (tx) => {
    const noted = { checked_at: services.now(), check_words: words };
    await tx.updateTable('submission_target').set(noted).where('customer_id', '=', customerId).where('id', '=', row.id).execute();
    return record(tx, { object: ['submissionTarget', row.id], facts: { name: row.name, accepted: words === '' } });
  });
  return done({ isAccepted: words === '', message: words || `${row.name} accepted the credentials` }, receipt);
}

async function checkSent(call: Saving, args: Args, target: StoredSubmissionTarget | undefined) {
  const { services, record, actor } = call;
  const systemId = target?.row.system_id ?? args.systemId;
  // The stored secret goes only where it was given for.
  const moves = target !== undefined && needsSecretAgain({ orgKey: target.row.org_key, site: target.row.site }, args);
  if (actor.impersonating && moves) return no({ kind: 'forbidden' as const });
  if (moves && args.secret === '')
    return no({ kind: 'invalid' as const, fields: { secret: 'Enter it for this username and address' } });
  const held =
    args.secret === '' && target
      ? await storedSecret(services.secrets, services.db, target.customerId, target.row.id)
      : undefined;
  const secret = args.secret === '' ? (held ?? '') : args.secret;
  const { orgKey, site } = args;
  const fields = connectionProblems({ systemId, orgKey, site, hasSecret: secret !== '', isActive: true });
  if (fields) return no({ kind: 'invalid' as const, fields });
  const settings = target ? settingsOf(target) : {};
  const targetId = target?.row.id ?? 0;
  const words = await asked(services, systemId, { customerId: args.cust, targetId, orgKey, secret, site, settings });
  if (words === null) return no(notChecked(systemId));
  const name = submissionSystem(systemId)?.name ?? '';
  const receipt = await record(services.db, { object: ['submissionTarget', targetId], facts: { name, accepted: words === '' } });
  return done({ isAccepted: words === '', message: words || `${name} accepted the credentials` }, receipt);
}

const notChecked = (systemId: number) => ({
  kind: 'invalid' as const,
  fields: { systemId: `Jobdock cannot check the credentials of ${submissionSystem(systemId)?.name ?? 'this system'}` },
});

/** Why a system did not accept credentials; '' if it did, null if it cannot be asked. */
async function asked(services: Call['services'], systemId: number, connection: SubmissionConnection): Promise<string | null> {
  const check = adapterWith(services, systemId, connection)?.checkCredentials;
  return check ? refusalWords(await check()) : null;
}

/** Why credentials were not accepted; '' if they were. */
export function refusalWords(answer: Answer<null>): string {
  if (answer.kind === 'done') return '';
  if (answer.kind === 'refused') return answer.words;
  return `There was no answer: ${answer.words} Check again later.`;
}
