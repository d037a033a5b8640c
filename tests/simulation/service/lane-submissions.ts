import { type CommandName, commandArgs } from '#contract/commands/commands.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import { queuedFrom } from './follow-submissions.ts';
import type { Service } from './service.ts';
import { type CustomerDisk, readerOf, rowsOf, type ServiceTx } from './service-disk.ts';
import { nextId, put, rivalOf, sendAgain } from './submission-store.ts';

/** The args of a change of submissions with the ids of the service (server/commands/resolve-refs.ts). Other changes as they are. */
export function withIds(customer: CustomerDisk, sent: Sent): Sent {
  if (!sent.name.startsWith('submission.')) return sent;
  const args = sent.args as { readonly id: number; readonly ref: string | null };
  if (args.id > 0 || args.ref === null) return { ...sent, args: { ...args, ref: null } };
  const known = rowsOf(customer, 'submission').find((row) => 'ref' in row && row.ref === args.ref)?.id;
  const id = known ?? (sent.name === 'submission.send.v1' ? nextId(customer) : args.id);
  return { ...sent, args: { ...args, id } };
}

const refusal = (code: Rejection['code'], message: string): Rejection => ({ code, message, conflicts: [] });

/** What the service checks again on arrival (server/submissions/requests/submission-effects.ts). */
export const guardIn =
  (service: Service, customer: CustomerDisk, { actor }: Sent) =>
  async (name: CommandName, args: unknown): Promise<Rejection | null> => {
    if (name === 'submission.send.v1') {
      const { id, ownerId, jobId, caregiverId } = commandArgs[name].parse(args);
      if (ownerId !== actor.userId) return refusal('invalid', 'A submission belongs to the person who sends it.');
      if (customer.submissions.queued.has(id)) return null;
      if (!readerOf(customer).get('job', jobId)) return refusal('gone', 'The job is no longer here.');
      const rival = rivalOf(service, customer, { id, jobId, caregiverId, email: '' });
      return rival ? refusal('invalid', `It is submission ${rival.id}.`) : null;
    }
    if (name !== 'submission.resend.v1') return null;
    const { id } = commandArgs[name].parse(args);
    const held = customer.submissions.queued.get(id);
    if (!held) return refusal('gone', 'This submission is no longer here.');
    const rival = rivalOf(service, customer, held);
    return rival ? refusal('invalid', `It is submission ${rival.id}.`) : null;
  };

/** Puts the submission of an applied change into the queue. */
export function queueWrites(
  service: Service,
  customer: CustomerDisk,
  { name, userId }: { readonly name: string; readonly userId: number },
  writes: readonly RowWrite[],
  tx: ServiceTx,
): void {
  for (const { collection, row } of writes) {
    if (collection !== 'submission') continue;
    if (name === 'submission.resend.v1') sendAgain(service, customer, tx, row.id);
    else put(service, customer, tx, queuedFrom(service, customer.id, row, { userId, eventId: '', email: '' }));
  }
}
