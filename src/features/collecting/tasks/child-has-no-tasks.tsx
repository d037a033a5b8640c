import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** As documented, customers with a parent go from the task list to the dashboard: the parent's tasks collect for them. */
export function ChildHasNoTasks({ name }: { name: string }) {
  useEffect(() => {
    toast.info({ title: `${name} has no tasks of its own`, detail: 'The tasks of its parent collect its jobs.' });
  }, [name]);
  return <Navigate to={pathTo('/dashboard')} replace />;
}
