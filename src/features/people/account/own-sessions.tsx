import { endOtherSessions, endSession, listSessions, type OwnSession } from '#contract/people/sessions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { SessionLine } from './session-line.tsx';

/** Where the user is signed in. Each session but this one can be ended, or all others at once. */
export function OwnSessions() {
  const answer = useReply(listSessions, {});
  const refreshes = [listSessions];
  const end = useDo(endSession, {
    args: ({ id }: OwnSession) => ({ id }),
    said: (_, { device }) => ({ title: `Session ended: ${device}` }),
    failed: 'The session was not ended',
    refreshes,
  });
  const endOthers = useDo(endOtherSessions, {
    args: () => ({}),
    said: ({ ended }) => ({ title: `${counted(ended, 'session')} ended` }),
    failed: 'The sessions were not ended',
    refreshes,
  });
  return (
    <Answered answer={answer} what="Your sessions">
      {(sessions) => (
        <>
          <ul className="own-sessions" aria-label="Sessions">
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                endLabel="End"
                onEnd={session.isCurrent ? undefined : () => void end(session)}
              />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div className="form-actions">
              <OnlineButton variant="default" onClick={() => void endOthers(null)}>
                End all other sessions
              </OnlineButton>
            </div>
          )}
        </>
      )}
    </Answered>
  );
}
