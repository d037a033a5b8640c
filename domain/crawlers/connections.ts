/** The enabled tasks of a customer, and how many its plan includes. Null for the provider, which has no limit. */
export type Connections = { readonly used: number; readonly included: number | null };

/** Why a customer may not add another task; null if it may. */
export function connectionsProblem({ used, included }: Connections): string | null {
  if (included === null || used < included) return null;
  const of = included === 1 ? 'The 1 VMS connection' : `All ${included} VMS connections`;
  const are = included === 1 ? 'is' : 'are';
  const more = used > included ? ` (${used} tasks are enabled)` : '';
  return `${of} of your plan ${are} in use${more}. Disable a task, or ask Jobdock to add licenses.`;
}
