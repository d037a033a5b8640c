import type { SubmissionState } from '#contract/rows/submission.ts';
import type { Outcome } from '#server/posting/posting-queue.ts';
import { type Answer, type SentSubmission, type SubmissionAdapter, unknownCaregiver } from '../adapter.ts';
import {
  afterBreak,
  afterLookUp,
  afterSubmit,
  behindAnother,
  later,
  makeAgainSeconds,
  refused,
  type SendingStep,
} from './sending-state.ts';
import { withoutPersonal } from './without-personal.ts';

/** A submission that is due, as its row has it. `targetId` is its destination. */
export type DueSubmission = {
  readonly customerId: number;
  readonly targetId: number;
  readonly fromId: number;
  readonly id: number;
  readonly reference: string;
  readonly state: SubmissionState;
  readonly jobId: number;
  readonly providerJobId: string;
  readonly caregiverId: string;
  readonly email: string;
  /** '' until the destination's own id of the caregiver is known. Set before the call that submits. */
  readonly extCaregiverId: string;
  readonly tries: number;
  readonly lookups: number;
  readonly fence: number;
  readonly userId: number | null;
  /** The sign-in of who asked; 0 or absent for the account of the target. `account`: the one that the destination was opened with. */
  readonly loginId?: number;
  readonly account?: string | undefined;
  /** The entries of dictionaries that who asked chose, by dictionary. */
  readonly chosen?: Readonly<Record<string, number>>;
};

/** One call for a submission, for its attempts. `kind` as in the table. Words hold no personal data. */
export type CallNote = {
  readonly kind: 'lookUp' | 'makeCaregiver' | 'submit';
  readonly answer: 'done' | 'refused' | 'unknown';
  readonly words: string;
  readonly milliseconds: number;
};

/** What goes out, or why it cannot. `later`: the source gave no answer. `used`: names and ids of the mapping and package. */
export type Prepared =
  | Ready
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'later'; readonly words: string };
export type Ready = {
  readonly kind: 'ready';
  readonly submission: SentSubmission;
  readonly used: Readonly<Record<string, unknown>>;
  readonly warnings: string;
};

/** Whether a submission may go out now. `busy`: another one of the same caregiver is on its way to the same destination. */
export type Begun =
  | { readonly kind: 'begun'; readonly fence: number }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'gone' };

/**
 * The rows of submissions. Each method is one transaction, and does nothing (null, `gone`) if the row has another fence than `due`: then
 * another process works on it.
 */
export type SendingRows = {
  /** Keeps others from a submission while it is prepared. Returns the next fence. */
  lease(due: DueSubmission, seconds: number): Promise<number | null>;
  /** Whether another submission of the same caregiver is on its way there, so that reading the source would be in vain. `begin` decides. */
  isBehindAnother(due: DueSubmission): Promise<boolean>;
  /** Commits the intent before any call that writes: the state `sending`, after checking again who asks, the job and other submissions. */
  begin(due: DueSubmission, ready: Ready, seconds: number): Promise<Begun>;
  /** Commits the caregiver's id at the destination and the attempt before the call that submits. False: another process has taken it. */
  begins(due: DueSubmission, extCaregiverId: string, submission: SentSubmission): Promise<boolean>;
  /** Notes a call that was answered or not. */
  note(due: DueSubmission, note: CallNote): Promise<void>;
  /** Moves a submission to its next state and gives it free. */
  move(due: DueSubmission, step: SendingStep): Promise<void>;
};

export type SenderOptions = {
  readonly rows: SendingRows;
  readonly now: () => Date;
  /** Opens a submission target of a customer; null if it is gone, inactive, or lacks its credentials. */
  readonly open: (customerId: number, targetId: number, loginId?: number) => Promise<SubmissionAdapter | null>;
  readonly prepare: (due: DueSubmission, source: SubmissionAdapter, destination: SubmissionAdapter) => Promise<Prepared>;
  /** After a crash or a restore the destination may be ahead of the database: look up each submission before it is sent [S8.6]. */
  readonly reconcileFirst: boolean;
  readonly leaseSeconds: number;
};

const noConnection = 'The submission target is inactive or lacks its credentials: complete it, then send again.';

/** Takes one due submission to its next state. Returns whether its destination answered, for the circuit breaker. */
export function createSender(options: SenderOptions): (due: DueSubmission) => Promise<Outcome> {
  return async (row) => {
    if (row.state === 'sending') return settled(options, row, afterBreak(row.extCaregiverId));
    const destination = await options.open(row.customerId, row.targetId, row.loginId);
    const due = { ...row, account: destination?.account };
    if (due.state === 'unknown') return lookUp(options, due, destination);
    const source = await options.open(due.customerId, due.fromId);
    if (!source || !destination) return settled(options, due, refused(noConnection));
    const fence = await options.rows.lease(due, options.leaseSeconds);
    return fence === null ? 'answered' : send(options, { ...due, fence, tries: due.tries + 1 }, source, destination);
  };
}

async function settled({ rows }: SenderOptions, due: DueSubmission, step: SendingStep): Promise<Outcome> {
  await rows.move(due, step);
  return 'answered';
}

async function send(
  options: SenderOptions,
  due: DueSubmission,
  source: SubmissionAdapter,
  destination: SubmissionAdapter,
): Promise<Outcome> {
  if (await options.rows.isBehindAnother(due)) return settled(options, due, behindAnother);
  const prepared = await options.prepare(due, source, destination);
  if (prepared.kind === 'refused') return settled(options, due, refused(prepared.words));
  if (prepared.kind === 'later') return settled(options, due, later(prepared.words, due.tries));
  const begun = await options.rows.begin(due, prepared, options.leaseSeconds);
  if (begun.kind === 'gone') return 'answered';
  if (begun.kind === 'refused') return settled(options, due, refused(begun.words));
  if (begun.kind === 'busy') return settled(options, due, behindAnother);
  const call = callsOf(options, { ...due, fence: begun.fence }, destination, prepared.submission);
  const { id, step } = await caregiverAt(call);
  if (step !== null) return end(call, step, step.state === 'wanted');
  const submission = { ...prepared.submission, extCaregiverId: id };
  const isEarlier = due.tries > 1 || options.reconcileFirst;
  const earlier = isEarlier && destination.lookUp ? await call.ask('lookUp', () => destination.lookUp?.(submission)) : null;
  // An earlier call may have made it, and this database may not have recorded that call.
  if (earlier?.kind === 'done' && earlier.value !== null) return end(call, afterLookUp(earlier, 0), false);
  if (earlier?.kind === 'unknown' || earlier?.kind === 'later') return end(call, later(earlier.words, due.tries), true);
  if (!(await options.rows.begins(call.due, id, submission))) return 'answered';
  const answer = await call.ask('submit', () => destination.submit?.(submission));
  return end(call, afterSubmit(answer, due.tries), answer.kind === 'later' || answer.kind === 'unknown');
}

type Call = ReturnType<typeof callsOf>;

const end = async ({ options, due }: Call, step: SendingStep, isSilent: boolean): Promise<Outcome> => {
  await options.rows.move(due, step);
  return isSilent ? 'silent' : 'answered';
};

/** Makes calls of one submission and notes each of them, without what identifies the caregiver. */
function callsOf(options: SenderOptions, due: DueSubmission, destination: SubmissionAdapter, submission: SentSubmission) {
  return {
    options,
    due,
    destination,
    submission,
    async ask<T>(kind: CallNote['kind'], make: () => Promise<Answer<T>> | undefined): Promise<Answer<T>> {
      const from = options.now().getTime();
      const made = await make();
      const answer = withoutPersonal(made ?? noCall, submission.caregiver);
      const milliseconds = options.now().getTime() - from;
      const words = answer.kind === 'done' ? '' : answer.words;
      const noted = answer.kind === 'done' || answer.kind === 'refused' ? answer.kind : 'unknown';
      await options.rows.note(due, { kind, answer: noted, words, milliseconds });
      return answer;
    },
  };
}

const noCall = { kind: 'refused', words: 'The destination has no such call, so nothing was sent.' } as const;

/** The caregiver's id at the destination: the one with the email address, or a new one. `step`: why there is none now. */
async function caregiverAt(call: Call): Promise<{ readonly id: string; readonly step: SendingStep | null }> {
  const { destination, due, submission } = call;
  const found = await call.ask('lookUp', () => destination.findCaregiver?.(submission.caregiver.email));
  if (found.kind === 'refused') return { id: '', step: refused(found.words) };
  if (found.kind !== 'done') return { id: '', step: later(found.words, due.tries) };
  const [first, ...others] = found.value;
  if (others.length > 0) return { id: '', step: refused(severalWords(found.value)) };
  if (first !== undefined) return { id: first, step: null };
  const made = await call.ask('makeCaregiver', () => destination.makeCaregiver?.(submission));
  if (made.kind === 'done') return { id: made.value, step: null };
  if (made.kind === 'refused') return { id: '', step: refused(made.words) };
  // A lost answer: the look-up by email address finds the caregiver next time, once the call can no longer take effect.
  if (made.kind === 'later') return { id: '', step: later(made.words, due.tries, made.waitSeconds) };
  return { id: '', step: { ...later(made.words, due.tries, makeAgainSeconds), mayAppear: true } };
}

const severalWords = (ids: readonly string[]): string =>
  `The destination has ${ids.length} caregivers with this email address (${ids.join(', ')}). Join them there, then send again.`;

async function lookUp(options: SenderOptions, due: DueSubmission, destination: SubmissionAdapter | null): Promise<Outcome> {
  const { lookUp: find } = destination ?? {};
  const from = options.now().getTime();
  const answer = find ? await find(onlyKeys(due)) : null;
  const words = answer === null || answer.kind === 'done' ? '' : answer.words;
  const noted = answer?.kind === 'done' || answer?.kind === 'refused' ? answer.kind : 'unknown';
  if (answer)
    await options.rows.note(due, { kind: 'lookUp', answer: noted, words, milliseconds: options.now().getTime() - from });
  await options.rows.move(due, afterLookUp(answer, due.lookups));
  return answer?.kind === 'unknown' || answer?.kind === 'later' ? 'silent' : 'answered';
}

/** A submission as far as its look-up needs it: the job and caregiver at the destination. */
const onlyKeys = ({
  reference,
  providerJobId,
  extCaregiverId,
}: Pick<DueSubmission, 'reference' | 'providerJobId' | 'extCaregiverId'>): SentSubmission => ({
  reference,
  providerJobId,
  extCaregiverId,
  caregiver: unknownCaregiver,
  degreeExtId: '',
  specialtyExtId: '',
  fields: {},
  documents: [],
});
