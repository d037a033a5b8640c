import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { useChanges } from './use-changes.ts';

type Options<N extends CommandName, D> = {
  /** The command's arguments for a draft. */
  args: (draft: D) => CommandArgs<N>;
  /** Title of the toast, next to its Undo. */
  done: (draft: D) => string;
  /** Title of the toast when the change was refused. */
  failed?: string;
  onSaved: () => void;
};

/** Saves a form by a change of this device, as `useForm` wants it; without a connection, too. The form stays open where it was not stored. */
export function useSaveChange<N extends CommandName, D>(name: N, { args, done, failed, onSaved }: Options<N, D>) {
  const changes = useChanges();
  return async (draft: D): Promise<Problems | undefined> => {
    const { refused, notSaved } = await changes.save(name, args(draft), () => done(draft));
    const problem = refused[0]?.message ?? notSaved;
    if (problem !== null) return { '': failed ? `${failed.replace(/\.$/, '')}: ${problem}` : problem };
    onSaved();
    return undefined;
  };
}
