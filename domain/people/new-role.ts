/** What a new role changes of a person besides the role itself. */
export type WithRole = {
  readonly rights: readonly number[];
  readonly getsCollectionNotices: boolean;
  readonly getsSystemAlerts: boolean;
};

/** The documents' first role: the customer's own administrators. */
const customerAdministratorRole = 1;

/**
 * A person after they got a role: their rights are the role's, whatever they had beside the old one. Role 1 also turns on the
 * notices of data collection and of the system, and no role turns one off.
 */
export const afterNewRole = (
  role: { readonly id: number; readonly rights: readonly number[] },
  before: Pick<WithRole, 'getsCollectionNotices' | 'getsSystemAlerts'>,
): WithRole => {
  const isOn = role.id === customerAdministratorRole;
  return {
    rights: [...role.rights].sort((a, b) => a - b),
    getsCollectionNotices: isOn || before.getsCollectionNotices,
    getsSystemAlerts: isOn || before.getsSystemAlerts,
  };
};
