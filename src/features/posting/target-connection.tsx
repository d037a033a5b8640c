import { type DocumentedTarget, readTarget } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { isPublished, targetKind } from '#domain/targets/target-kinds.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { FeedAddress } from './feed-address.tsx';
import { FeedCheck } from './feed-check.tsx';
import { FeedForm } from './feed-form.tsx';
import { CheckConnection } from './target/check-connection.tsx';
import { ConnectionForm } from './target/connection-form.tsx';
import { TargetSecrets } from './target/target-secrets.tsx';

/** How Jobdock signs in to a target, or the settings of a feed. */
export function TargetConnection({ row }: { row: TargetRow }) {
  const { reply, failure, refresh } = useReply(readTarget, { id: row.id });
  const { may } = useSession();
  const isFeed = isPublished(row.typeId) && may('targets.write');
  const isConnected = connectionForm(row.typeId) !== null;
  return (
    <>
      {reply && isFeed && <FeedAddress targetId={row.id} path={reply.xmlFeedUrl} onRenewed={refresh} />}
      <section className="card target-card" aria-labelledby="target-settings">
        <h2 id="target-settings">{isConnected ? 'Connection' : 'Feed'}</h2>
        {!reply && failure && <p className="muted">The settings are not on this device. {errorMessage(failure)}</p>}
        {!reply && !failure && <Waiting rows={4} label="Loading settings" />}
        {reply && (isConnected ? <Connection row={row} target={reply} /> : <FeedForm target={reply} />)}
      </section>
      {isConnected && may('targets.write') && <TargetSecrets row={row} />}
      {isFeed && <FeedCheck row={row} />}
    </>
  );
}

function Connection({ row, target }: { row: TargetRow; target: DocumentedTarget }) {
  return (
    <ConnectionForm
      kind={targetKind(row.typeId)}
      target={target}
      customerId={target.customerId}
      title={`${row.name} connection`}
      saveLabel="Save connection"
      renderBelow={(dirty) => <CheckConnection row={row} dirty={dirty} />}
    />
  );
}
