import type { OwnSession } from '#contract/people/sessions.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

type Props = {
  session: OwnSession;
  endLabel: string /** Absent if it cannot be ended here. */;
  onEnd?: (() => void) | undefined;
};

/** Where a person is signed in and since when, with the button that ends it. */
export function SessionLine({ session, endLabel, onEnd }: Props) {
  const format = useFormat();
  return (
    <li>
      <div>
        <strong>{session.device}</strong> {session.isCurrent && <StateBadge tone="good">This session</StateBadge>}
        <p className="muted">
          Opened {format.stamp(session.openedAt)}, last seen <Ago at={session.seenAt} />
        </p>
      </div>
      {onEnd && (
        <OnlineButton variant="default" size="xs" aria-label={`End session: ${session.device}`} onClick={onEnd}>
          {endLabel}
        </OnlineButton>
      )}
    </li>
  );
}
