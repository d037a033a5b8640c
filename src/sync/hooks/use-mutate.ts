import { useCallback } from 'react';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import { type Enqueued, type EnqueueRefusal, enqueue } from '#src/outbox/enqueue.ts';
import { contextOf, useLocalStore } from './local-store.ts';

export type Mutate = <N extends CommandName>(name: N, args: CommandArgs<N>) => Promise<Result<Enqueued, EnqueueRefusal>>;

/** Queues a change. It is shown at once, saved when the promise resolves, and sent as soon as the service answers. */
export function useMutate(): Mutate {
  const local = useLocalStore();
  return useCallback(
    async (name, args) => {
      const queued = await enqueue(local.store, local.commands, name, args, contextOf(local));
      if (queued.ok) local.wake();
      return queued;
    },
    [local],
  );
}
