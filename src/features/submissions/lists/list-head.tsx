import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import { listSubmissionListStates } from '#contract/submissions/lists.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { listLabels } from '#domain/submissions/words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { stateOf } from './list-state.ts';
import { WaitingList } from './waiting-list.tsx';
import './lists.css';

type State = ReplyOf<typeof listSubmissionListStates>['lists'][number];

type Props = {
  target: SubmissionTarget;
  kind: SubmissionListKind;
  /** The dictionary; 0 for the other lists. */
  objectId?: number;
  title: string;
  about: string;
  /** When the last sync of the target ended: the list may have changed. */
  since: string | null;
  children: ReactNode;
};

/** What a list of a target is, when and how it was last read, what waits for a person, and its actions. */
export function ListHead({ target, kind, objectId = 0, title, about, since, children }: Props) {
  const me = useSession().customer.id;
  const { reply, problem, refresh } = useReply(listSubmissionListStates, { targetId: target.id, me }, { since });
  const waiting = reply?.waiting.find((list) => list.kind === kind && list.objectId === objectId);
  return (
    <SettingsPart title={title} about={about}>
      {reply && <LastRead state={stateOf(reply.lists, kind, objectId)} noun={listLabels[kind]} />}
      {!reply && problem !== null && <p className="muted">{problem}</p>}
      {waiting && <WaitingList target={target} list={waiting} onDecided={refresh} />}
      {children && <div className="form-actions">{children}</div>}
    </SettingsPart>
  );
}

function LastRead({ state, noun }: { state: State | undefined; noun: string }) {
  if (!state || (state.entries === 0 && state.readAt === null)) return <p>{`No ${noun} yet.`}</p>;
  const { entries, readAt, isFromFile } = state;
  return (
    <p>
      <strong>
        {counted(
          entries,
          noun.replace(/(ie)?s$/, (end) => (end === 'ies' ? 'y' : '')),
          noun,
        )}
      </strong>
      {readAt !== null && (
        <>
          , {isFromFile ? 'from a file' : 'read'} <Ago at={readAt} />
        </>
      )}
      .
    </p>
  );
}
