import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { PostReason } from '#domain/posting/may-post.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import { type Spot, spotOf } from '#src/ui/grid/anchored.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import type { PostCheck } from '#src/workers/grid/grid-api.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import { CompareOrders } from '../same-orders/compare-orders.tsx';
import { followPosts } from './follow-posts.ts';
import { listed, More, PostResults, postOf, usePostResults } from './post-results.tsx';
import { tallyOf, tallyWords } from './post-summary.ts';

type PostSheetProps = {
  readonly ids: readonly number[];
  readonly target: TargetRow;
  readonly client: GridClient;
  /** Grows with every change to any job, so that the checks include recent fixes. */
  readonly version: number;
  readonly changes: Changes;
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly onMap: (jobId: number, kind: MapKind, spot: Spot) => void;
  /** The jobs are queued: the selection has served its purpose. */
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Before posting: which jobs are ready, need a mapping, or cannot be posted and why. Afterward: the result of each. */
export function PostSheet(props: PostSheetProps) {
  const { ids, target } = props;
  const { store } = useLocalStore();
  const [posted, setPosted] = useState<readonly PostCheck[] | null>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const follow = (jobs: readonly PostCheck[]) => {
    setPosted(jobs);
    followPosts(store, { ids: jobs.map(({ id }) => id), target }, () => isOpen.current);
  };
  if (posted) return <Posted {...props} posted={posted} />;
  return (
    <SidePanel
      title={
        isDryRun(target)
          ? `Dry run of ${counted(ids.length, 'job')} for ${target.name}`
          : `Post ${counted(ids.length, 'job')} to ${target.name}`
      }
      {...frameOf(props)}
    >
      <Check {...props} onPosted={follow} />
    </SidePanel>
  );
}

const frameOf = ({ onClose, width, onWidth }: PostSheetProps) => ({ onClose, width, onWidth });

function Check(props: PostSheetProps & { readonly onPosted: (posted: readonly PostCheck[]) => void }) {
  const { target, changes, onClose } = props;
  const isOffline = useSyncState().phase === 'offline';
  const [comparing, setComparing] = useState<number | null>(null);
  const groups = useGroups(props);
  if (!groups) return <p className="muted">Checking jobs…</p>;
  const { ready } = groups;
  const post = async () => {
    const ids = ready.map((check) => check.id);
    // The panel shows the result, and no toast covers it.
    const outcome = await changes.makeForAll('job.post.v1', ids, { targetId: target.id }, queuedWords, undefined, 'problems');
    if (outcome.done.length === 0) return;
    props.onPosted(ready.filter(({ id }) => outcome.done.includes(id)));
    props.onDone();
  };
  const accept = (ids: readonly number[]) =>
    changes.makeForAll('job.acceptRate.v1', ids, {}, (count) => `${counted(count, 'job')} may be posted below the floor`);
  return (
    <div className="post-sheet">
      <Ready checks={ready} />
      <BelowFloor checks={ready.filter(({ warnings }) => warnings.length > 0)} />
      <NeedsMapping checks={groups.unmapped} onMap={props.onMap} />
      <NotAllowed checks={groups.refused} onCompare={setComparing} onAccept={(ids) => void accept(ids)} />
      {comparing !== null && (
        <CompareOrders
          id={comparing}
          target={target}
          changes={changes}
          onPost={() => undefined}
          onClose={() => setComparing(null)}
        />
      )}
      <div className="post-foot">
        <Button disabled={ready.length === 0} onClick={() => void post()} data-autofocus>
          {buttonWords(ready.length, target)}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <p className="muted">
          {isDryRun(target)
            ? `${target.name} is in a dry run: each job is built and checked, and nothing is sent.`
            : isOffline
              ? `You’re offline. The jobs post to ${target.name} when you’re back online, each only once. Until then you can discard them in the outbox.`
              : 'Each job posts only once, even if the connection drops. Posting can’t be undone.'}
        </p>
      </div>
    </div>
  );
}

const isDryRun = ({ posting }: TargetRow) => posting === 'dryRun';

function buttonWords(count: number, target: TargetRow): string {
  if (isDryRun(target)) return count === 0 ? 'Nothing to check' : `Check ${counted(count, 'job')}`;
  return count === 0 ? 'Nothing to post' : `Post ${counted(count, 'job')} to ${target.name}`;
}

const queuedWords = (count: number) => `${counted(count, 'job')} queued to post`;

/** The results, in one place: the title says how many are posted, each line says where its job is. */
function Posted(props: PostSheetProps & { readonly posted: readonly PostCheck[] }) {
  const { posted, target, onClose } = props;
  const isOffline = useSyncState().phase === 'offline';
  const results = usePostResults(posted);
  const tally = tallyOf(posted.map(({ id }) => postOf(results.get(id), target.id)));
  return (
    <SidePanel title={tallyWords(tally, target.name, isOffline)} {...frameOf(props)}>
      <PostResults posted={posted} results={results} target={target} isOffline={isOffline} onLeave={onClose} />
      <p className="muted post-next">
        {tally.failed > 0 ? (
          <>
            Jobs that did not post stay under{' '}
            <Link to="/staging?view=failed" onClick={onClose}>
              Needs attention
            </Link>
            .
          </>
        ) : tally.checked > 0 ? (
          <>
            Nothing was sent. Open a job to see what {target.name} would get. Jobs that were checked stay under{' '}
            <Link to="/staging?view=topost" onClick={onClose}>
              To post
            </Link>
            .
          </>
        ) : (
          <>
            Posted jobs are under{' '}
            <Link to="/staging?view=posted" onClick={onClose}>
              Posted
            </Link>
            .
          </>
        )}
      </p>
    </SidePanel>
  );
}

function useGroups(props: PostSheetProps) {
  const checks = useChecks(props);
  return checks && groupsOf(checks);
}

function useChecks({ client, ids, target, version }: PostSheetProps): readonly PostCheck[] | null {
  const [checks, setChecks] = useState<readonly PostCheck[] | null>(null);
  useEffect(() => {
    let stale = version < 0;
    client.checkPosts(ids, target, false).then(
      (found) => !stale && setChecks(found),
      () => undefined, // ignore: the worker died; its next version runs the checks again
    );
    return () => {
      stale = true;
    };
  }, [client, ids, target, version]);
  return checks;
}

function groupsOf(checks: readonly PostCheck[]) {
  const unmapped = (reason: PostReason) => reason.code.startsWith('unmapped_');
  return {
    ready: checks.filter((check) => check.reasons.length === 0),
    unmapped: checks.filter((check) => check.reasons.length > 0 && check.reasons.every(unmapped)),
    refused: checks.filter((check) => check.reasons.some((reason) => !unmapped(reason))),
  };
}

function Ready({ checks }: { checks: readonly PostCheck[] }) {
  return (
    <section className="post-group is-ready">
      <h3>
        <span aria-hidden="true">✓</span> Ready <b>{checks.length.toLocaleString('en-US')}</b>
      </h3>
      <details>
        <summary>{checks.length === 0 ? 'None of the selected jobs can be posted yet.' : 'Show jobs'}</summary>
        <ul>
          {checks.slice(0, listed).map((check) => (
            <li key={check.id}>
              <span className="mono">{check.providerJobId}</span> {check.title} <span className="muted">{check.facility}</span>
            </li>
          ))}
          <More count={checks.length} />
        </ul>
      </details>
    </section>
  );
}

/** Jobs that are posted although their rates are below the floor. */
function BelowFloor({ checks }: { checks: readonly PostCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <section className="post-group is-unmapped">
      <h3>
        <span aria-hidden="true">!</span> Ready, below the rate floor <b>{checks.length.toLocaleString('en-US')}</b>
      </h3>
      <ul>
        {checks.slice(0, listed).map((check) => (
          <li key={check.id}>
            <span className="mono">{check.providerJobId}</span> {check.warnings.join(' ')}
          </li>
        ))}
        <More count={checks.length} />
      </ul>
    </section>
  );
}

function NeedsMapping({ checks, onMap }: { checks: readonly PostCheck[]; onMap: PostSheetProps['onMap'] }) {
  if (checks.length === 0) return null;
  return (
    <section className="post-group is-unmapped">
      <h3>
        <span aria-hidden="true">◔</span> Needs mapping <b>{checks.length.toLocaleString('en-US')}</b>
      </h3>
      <ul>
        {checks.slice(0, listed).map((check) => (
          <li key={check.id}>
            <span className="mono">{check.providerJobId}</span>
            {check.reasons.map((reason) => {
              const kind = reason.code.slice('unmapped_'.length) as MapKind;
              return (
                <button
                  key={kind}
                  type="button"
                  className="jc-map"
                  title={reason.words}
                  onClick={(e) => onMap(check.id, kind, spotOf(e.currentTarget))}
                >
                  Map {kind}…
                </button>
              );
            })}
            <span className="muted">{check.facility}</span>
          </li>
        ))}
        <More count={checks.length} />
      </ul>
    </section>
  );
}

type NotAllowedProps = {
  readonly checks: readonly PostCheck[];
  readonly onCompare: (jobId: number) => void;
  readonly onAccept: (jobIds: readonly number[]) => void;
};

function NotAllowed({ checks, onCompare, onAccept }: NotAllowedProps) {
  if (checks.length === 0) return null;
  const byText = new Map<string, PostCheck[]>();
  for (const check of checks) {
    const words = check.reasons.map((reason) => reason.words).join(' ');
    byText.set(words, [...(byText.get(words) ?? []), check]);
  }
  return (
    <section className="post-group is-refused">
      <h3>
        <span aria-hidden="true">✕</span> Not allowed <b>{checks.length.toLocaleString('en-US')}</b>
      </h3>
      <ul>
        {[...byText].slice(0, listed).map(([words, group]) => (
          <li key={words} className="post-reason">
            <span>{words}</span>
            <span className="mono muted">
              {group
                .slice(0, 6)
                .map((check) => check.providerJobId)
                .join(', ')}
              {group.length > 6 && ` and ${group.length - 6} more`}
            </span>
            {group[0]?.reasons.some(({ code }) => code === 'below_floor') && (
              <Button size="compact-xs" variant="default" onClick={() => onAccept(group.map(({ id }) => id))}>
                {group.length === 1 ? 'Accept rate' : `Accept ${group.length} rates`}
              </Button>
            )}
            {group[0]?.reasons.some(({ code }) => code === 'choose_source') && (
              <CompareButton check={group[0]} onCompare={onCompare} />
            )}
          </li>
        ))}
        <More count={byText.size} />
      </ul>
    </section>
  );
}

const CompareButton = ({ check, onCompare }: { check: PostCheck; onCompare: NotAllowedProps['onCompare'] }) => (
  <Button size="compact-xs" variant="default" onClick={() => onCompare(check.id)}>
    Compare {check.providerJobId}…
  </Button>
);
