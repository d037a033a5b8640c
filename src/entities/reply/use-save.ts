import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, RefusalOf, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Fault } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import type { Result } from '#contract/kit/result.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { failedSave } from './failed-save.ts';
import { refreshReplies } from './use-reply.ts';

/** The toast for a change that the service made. The default title is "Saved". */
type Said = { title?: string; detail?: string; tone?: 'success' | 'warning' };

type Send<E extends Endpoint> = (args: SentArgsOf<E>) => Promise<Result<ReplyOf<E>, RefusalOf<E> | Fault>>;

/** Makes a call that changes data. Then all stored replies of the `refreshes` calls are requested again. */
export function useSend<E extends Endpoint>(endpoint: E, refreshes: readonly Endpoint[] = []): Send<E> {
  const call = useCall();
  const client = useQueryClient();
  return async (args) => {
    const answer = await call(endpoint, args);
    // Also after a refusal, which often means that the screen's data is old.
    for (const stale of refreshes) void refreshReplies(client, stale);
    return answer;
  };
}

const say = ({ tone = 'success', title = messages.saved, detail }: Said): void =>
  void toast[tone]({ title, ...(detail === undefined ? {} : { detail }) });

type SaveOptions<E extends Endpoint, D> = {
  /** The call's arguments for a draft. */
  args: (draft: D) => SentArgsOf<E>;
  said?: (reply: ReplyOf<E>, draft: D) => Said;
  /** Begins the sentence about the whole form when it was not saved. */
  failed?: string;
  /** Calls whose stored replies become outdated. */
  refreshes?: readonly Endpoint[];
  onSaved?: (reply: ReplyOf<E>) => void;
};

/**
 * Saves a form by a call, in the form that `useForm` expects: returns field problems, or undefined after a toast has confirmed
 * the save.
 */
export function useSave<E extends Endpoint, D>(endpoint: E, options: SaveOptions<E, D>) {
  const { args, said = () => ({}), failed, refreshes, onSaved } = options;
  const send = useSend(endpoint, refreshes);
  return async (draft: D): Promise<Problems | undefined> => {
    const answer = await send(args(draft));
    if (!answer.ok) return failed === undefined ? problemsOf(answer.error) : failedSave(failed, problemsOf(answer.error));
    say(said(answer.value, draft));
    onSaved?.(answer.value);
    return undefined;
  };
}

type DoOptions<E extends Endpoint, R> = {
  args: (row: R) => SentArgsOf<E>;
  said?: (reply: ReplyOf<E>, row: R) => Said;
  /** Title of the toast on failure. The reason is shown below it. */
  failed?: string;
  refreshes?: readonly Endpoint[];
};

/** Makes a call for a row and reports the result; for `run` of a row action. Returns true on success. */
export function useDo<E extends Endpoint, R>(endpoint: E, options: DoOptions<E, R>): (row: R) => Promise<boolean> {
  const { args, said = () => ({}), failed = messages.dataNotSaved, refreshes } = options;
  const send = useSend(endpoint, refreshes);
  return async (row) => {
    const answer = await send(args(row));
    if (answer.ok) say(said(answer.value, row));
    else toast.error({ title: failed, detail: errorMessage(answer.error) });
    return answer.ok;
  };
}
