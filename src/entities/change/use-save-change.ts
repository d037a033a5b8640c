import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { useChanges } from './use-changes.ts';

type Options<N extends CommandName, D> = {
  /** What the change is sent for a draft. */
  args: (draft: D) => CommandArgs<N>;
  /** What the toast says, beside its Undo. */
  done: (draft: D) => string;
  /** The first words about a refused change. */
  failed?: string;
  onSaved: () => void;
};

/** Saves a form by a change of this device, as `useForm` wants it; without a connection, too. */
export function useSaveChange<N extends CommandName, D>(name: N, { args, done, failed, onSaved }: Options<N, D>) {
  const changes = useChanges();
  return async (draft: D): Promise<Problems | undefined> => {
    const { refused } = await changes.make(name, args(draft), () => done(draft));
    const [first] = refused;
    if (first) return { '': failed ? `${failed.replace(/\.$/, '')}: ${first.message}` : first.message };
    onSaved();
    return undefined;
  };
}
