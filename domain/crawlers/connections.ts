/** The enabled tasks of a customer, and how many its plan includes. Null for the provider, which has no limit. */
export type Connections = { readonly used: number; readonly included: number | null };

/** Why a customer may not add so many tasks, or enable so many; null if it may. Without tasks to add, nothing is in the way. */
export function connectionsProblem({ used, included }: Connections, more = 1): string | null {
  if (included === null || more === 0 || used + more <= included) return null;
  if (used < included) {
    const left = included - used;
    const are = left === 1 ? '1 is' : `${left} are`;
    return `These are ${more} tasks, but of the ${included} VMS connections of your plan only ${are} left. Choose fewer tasks, disable others, or ask Jobdock to add licenses.`;
  }
  const of = included === 1 ? 'The 1 VMS connection' : `All ${included} VMS connections`;
  const are = included === 1 ? 'is' : 'are';
  const over = used > included ? ` (${used} tasks are enabled)` : '';
  return `${of} of your plan ${are} in use${over}. Disable a task, or ask Jobdock to add licenses.`;
}
