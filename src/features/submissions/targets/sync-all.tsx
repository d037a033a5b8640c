import { messages } from '#contract/kit/messages.ts';
import { syncMappingData } from '#contract/submissions/lists.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SyncButton } from '#src/entities/submission/sync-button.tsx';

/** Reads every list of every active target. */
export function SyncAll() {
  const call = useCall();
  const me = useSession().customer.id;
  return (
    <SyncButton label="Read all lists" failed={messages.submissionTargetsNotSynced} start={() => call(syncMappingData, { me })} />
  );
}
