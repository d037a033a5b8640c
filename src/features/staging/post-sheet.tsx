import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { PostReason } from '#domain/posting/may-post.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { counted } from '#src/ui/format/format.ts';
import { type Spot, spotOf } from '#src/ui/grid/anchored.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import type { PostCheck } from '#src/workers/grid/grid-api.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';

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
  readonly onClose: () => void;
};

const listed = 50;

/** Before posting: which jobs are ready, need a mapping, or cannot be posted and why. Afterward: the result of each. */
export function PostSheet(props: PostSheetProps) {
  const { ids, target, changes, onClose } = props;
  const checks = useChecks(props);
  const [posted, setPosted] = useState<readonly number[] | null>(null);
  const title = posted ? `Posting ${counted(posted.length, 'job')}` : `Post ${counted(ids.length, 'job')} to ${target.name}`;
  const groups = checks && groupsOf(checks);
  const post = async () => {
    if (!groups) return;
    const outcome = await changes.makeForAll(
      'job.post.v1',
      groups.ready.map((check) => check.id),
      { targetId: target.id },
      (count) => `${counted(count, 'job')} queued for ${target.name}`,
    );
    if (outcome.done.length > 0) setPosted(outcome.done);
  };
  return (
    <SidePanel title={title} onClose={onClose} width={props.width} onWidth={props.onWidth}>
      {posted && <Outcomes ids={posted} target={target} />}
      {!posted && !groups && <p className="muted">Checking jobs…</p>}
      {!posted && groups && (
        <div className="post-sheet">
          <Ready checks={groups.ready} />
          <NeedsMapping checks={groups.unmapped} onMap={props.onMap} />
          <NotAllowed checks={groups.refused} />
          <div className="post-foot">
            <Button disabled={groups.ready.length === 0} onClick={() => void post()} data-autofocus>
              {groups.ready.length === 0 ? 'Nothing to post' : `Post ${counted(groups.ready.length, 'job')} to ${target.name}`}
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <p className="muted">
              Each job reaches {target.name} once, also when the connection breaks. A post cannot be undone here.
            </p>
          </div>
        </div>
      )}
    </SidePanel>
  );
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

const more = (count: number) => count > listed && <li className="muted">and {(count - listed).toLocaleString('en-US')} more</li>;

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
          {more(checks.length)}
        </ul>
      </details>
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
        {more(checks.length)}
      </ul>
    </section>
  );
}

function NotAllowed({ checks }: { checks: readonly PostCheck[] }) {
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
          </li>
        ))}
        {more(byText.size)}
      </ul>
    </section>
  );
}

function Outcomes({ ids, target }: { ids: readonly number[]; target: TargetRow }) {
  return (
    <ul className="post-outcomes">
      {ids.slice(0, listed).map((id) => (
        <Outcome key={id} id={id} targetId={target.id} />
      ))}
      {more(ids.length)}
    </ul>
  );
}

/** The result of one post, updated as it arrives. */
function Outcome({ id, targetId }: { id: number; targetId: number }) {
  const { row } = useRow('job', id);
  if (!row) return null;
  const receipt = receiptFor(row, targetId);
  const states = {
    wanted: ['Queued', 'pending'],
    sending: ['Sending', 'pending'],
    unknown: ['Checking', 'pending'],
    human: ['Decide', 'bad'],
    done: ['Posted', 'good'],
    failed: ['Failed', 'bad'],
  } as const;
  const [words, tone] = receipt ? states[receipt.state] : (['Waiting to sync', 'pending'] as const);
  return (
    <li>
      <span className="mono">{row.providerJobId}</span>
      <StateBadge tone={tone}>{words}</StateBadge>
      {receipt?.externalId && <span className="mono muted">#{receipt.externalId}</span>}
      {receipt?.words && <span className="post-words">{receipt.words}</span>}
    </li>
  );
}
