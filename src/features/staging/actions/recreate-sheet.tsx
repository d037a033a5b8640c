import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { postToTarget } from '#contract/staging/staging.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { counted } from '#src/ui/format/format.ts';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { JobName } from '#src/workers/grid/grid-api.ts';
import { followPosts } from '../posting/follow-posts.ts';
import type { SheetProps } from './sheet.ts';

const named = 20;

/** Creating job orders again that the ATS has already: administrators only, and with the warning that it will hold two. */
export function RecreateSheet({ wish: { ids }, target, client, width, onWidth, onDone, onClose }: SheetProps) {
  const { customer } = useSession();
  const { store } = useLocalStore();
  const call = useCall();
  const [names, setNames] = useState<readonly JobName[]>([]);
  useEffect(() => {
    let stale = false;
    client.namesOf(ids.slice(0, named)).then(
      (found) => !stale && setNames(found),
      () => undefined,
    ); // ignore: the question is complete without names
    return () => {
      stale = true;
    };
  }, [client, ids]);
  if (!target) return null;
  const what = counted(ids.length, 'job');
  const recreate = async () => {
    const answer = await call(postToTarget, { cust: customer.id, targetId: target.id, recreate: 1, ids: [...ids] });
    if (!answer.ok) return void toast.error({ title: 'Not created again', detail: errorMessage(answer.error) });
    const [first = ''] = answer.value;
    const [, queued] = /^jobsAddedToQueue\|(.+)$/.exec(first) ?? [];
    if (queued === undefined) return void toast.warning({ title: 'Not created again', detail: first });
    toast.success({ title: `${counted(queued.split(',').length, 'job')} queued to be created again in ${target.name}` });
    followPosts(store, { ids, target }, () => false);
    onDone();
    onClose();
  };
  return (
    <SidePanel title={`Create ${what} again in ${target.name}`} onClose={onClose} width={width} onWidth={onWidth}>
      <div className="action-sheet">
        <p role="alert">
          {target.name} has {ids.length === 1 ? 'this job' : 'these jobs'} already. It will then hold two job orders for{' '}
          {ids.length === 1 ? 'it' : 'each'}: the one that is there stays and is no longer updated from here.
        </p>
        <ul aria-label="Jobs">
          {names.map(({ id, providerJobId, facility, title }) => (
            <li key={id}>
              <b className="mono">{providerJobId}</b> {facility ?? title}
            </li>
          ))}
        </ul>
        {ids.length > names.length && names.length > 0 && (
          <p className="muted">and {(ids.length - names.length).toLocaleString('en-US')} more</p>
        )}
        <div className="action-foot">
          <OnlineButton color="red" onClick={() => void recreate()}>
            {`Create ${what} again`}
          </OnlineButton>
          <Button variant="default" onClick={onClose} data-autofocus>
            Go back
          </Button>
          <p className="muted">This can’t be undone from here.</p>
        </div>
      </div>
    </SidePanel>
  );
}
