import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Whether the customer on screen has a parent, whose tasks collect for it. */
export function useIsChild(): boolean {
  const { role, customer, customers } = useSession();
  // Offline, only the user's own customer may be known.
  const ownParent = customer.id === role.customerId ? role.parent : null;
  return (customers.find(({ id }) => id === customer.id)?.parent ?? ownParent) !== null;
}

/** As documented, customers with a parent go from the task list to the dashboard: the parent's tasks collect for them. */
export function ChildHasNoTasks({ name }: { name: string }) {
  useEffect(() => {
    toast.info({ title: `${name} has no tasks of its own`, detail: 'The tasks of its parent collect its jobs.' });
  }, [name]);
  return <Navigate to={pathTo('/dashboard')} replace />;
}
