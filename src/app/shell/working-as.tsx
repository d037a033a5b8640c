import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

/** While an administrator works as another user: a striped frame and a strip that no screen can hide. */
export function WorkingAs() {
  const { role } = useSession();
  const { returnToSelf } = useSessionActions();
  const format = useFormat();
  if (!role.actingAs) return null;
  const back = async () => {
    const problem = await returnToSelf();
    if (problem) toast.error({ title: 'Still working as this user', detail: problem });
  };
  return (
    <>
      <div className="working-as" role="status">
        <span>
          Working as {role.name}, {role.customerName} until {format.time(role.actingAs.until)}
        </span>
        <button type="button" onClick={() => void back()}>
          Return
        </button>
      </div>
      <div className="working-as-frame" aria-hidden />
    </>
  );
}
