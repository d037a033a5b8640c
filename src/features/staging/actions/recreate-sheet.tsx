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
import type { PostCheck } from '#src/workers/grid/grid-api.ts';
import { followPosts } from '../posting/follow-posts.ts';
import type { SheetProps } from './sheet.ts';

const named = 20;

/**
 * Creating job orders again that the ATS has already: administrators only, and with the warning that it will hold two. Where the same order
 * is also posted from another source, the administrator decides.
 */
export function RecreateSheet({ wish: { ids }, target, client, width, onWidth, onDone, onClose }: SheetProps) {
  const { customer } = useSession();
  const { store } = useLocalStore();
  const call = useCall();
  const checks = useChecks({ client, ids, target });
  if (!target) return null;
  const what = counted(ids.length, 'job');
  const names = (checks ?? []).slice(0, named);
  const twice = (checks ?? []).filter(({ warnings }) => warnings.length > 0);
  const recreate = async (chosen: readonly number[]) => {
    const answer = await call(postToTarget, { cust: customer.id, targetId: target.id, recreate: 1, ids: [...chosen] });
    if (!answer.ok) return void toast.error({ title: 'Not created again', detail: errorMessage(answer.error) });
    const [first = ''] = answer.value;
    const [, queued] = /^jobsAddedToQueue\|(.+)$/.exec(first) ?? [];
    if (queued === undefined) return void toast.warning({ title: 'Not created again', detail: first });
    toast.success({ title: `${counted(queued.split(',').length, 'job')} queued to be created again in ${target.name}` });
    followPosts(store, { ids: chosen, target }, () => false);
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
        <PostedTwice checks={twice} />
        <div className="action-foot">
          <Choices ids={ids} twice={twice} isChecked={checks !== null} onRecreate={(chosen) => void recreate(chosen)} />
          <Button variant="default" onClick={onClose} data-autofocus>
            Go back
          </Button>
          <p className="muted">This can’t be undone from here.</p>
        </div>
      </div>
    </SidePanel>
  );
}

/** Jobs whose order is also posted from another source. */
function PostedTwice({ checks }: { readonly checks: readonly PostCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <div role="alert">
      <p>
        {checks.length === 1 ? 'One order is' : `${checks.length.toLocaleString('en-US')} orders are`} also posted from another
        source. Created again, the ATS holds one more job order for the same work.
      </p>
      <ul aria-label="Also posted from another source">
        {checks.slice(0, named).map(({ id, providerJobId, warnings }) => (
          <li key={id}>
            <b className="mono">{providerJobId}</b> {warnings.join(' ')}
          </li>
        ))}
      </ul>
      {checks.length > named && <p className="muted">and {(checks.length - named).toLocaleString('en-US')} more</p>}
    </div>
  );
}

/** The jobs with the same order at other sources; null until they are read. */
function useChecks({ client, ids, target }: Pick<SheetProps, 'client' | 'target'> & { readonly ids: readonly number[] }) {
  const [checks, setChecks] = useState<readonly PostCheck[] | null>(null);
  useEffect(() => {
    let stale = false;
    const take = (found: readonly PostCheck[]) => !stale && setChecks(found);
    // The question can be answered without the names, too.
    if (target) client.checkPosts(ids, target, true).then(take, () => take([]));
    return () => {
      stale = true;
    };
  }, [client, ids, target]);
  return checks;
}

type ChoicesProps = {
  readonly ids: readonly number[];
  readonly twice: readonly PostCheck[];
  readonly isChecked: boolean;
  readonly onRecreate: (ids: readonly number[]) => void;
};

/** Creates all of the jobs again, or only those whose order is not posted from another source. */
function Choices({ ids, twice, isChecked, onRecreate }: ChoicesProps) {
  const isTwice = new Set(twice.map(({ id }) => id));
  const others = ids.filter((id) => !isTwice.has(id));
  const isSplit = twice.length > 0 && others.length > 0;
  const what = counted(ids.length, 'job');
  return (
    <>
      {isSplit && (
        <OnlineButton color="red" onClick={() => onRecreate(others)}>
          {`Create the other ${others.length.toLocaleString('en-US')} again`}
        </OnlineButton>
      )}
      <OnlineButton color="red" variant={isSplit ? 'default' : 'filled'} disabled={!isChecked} onClick={() => onRecreate(ids)}>
        {isSplit ? `Create all ${what} again` : `Create ${what} again`}
      </OnlineButton>
    </>
  );
}
