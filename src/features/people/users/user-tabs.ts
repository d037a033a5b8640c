/** The tabs of a user whose fields are one form. */
export const formTabs = [
  ['profile', 'Profile'],
  ['rights', 'Rights'],
  ['alerts', 'Alerts'],
  ['preferences', 'Preferences'],
] as const;
export type FormTab = (typeof formTabs)[number][0];
export const isFormTab = (tab: string): tab is FormTab => formTabs.some(([key]) => key === tab);
/** All tabs of a user. */
export const userTabs = [
  ...formTabs,
  ['links', 'Linked accounts'],
  ['subTargetsLogins', 'Submission logins'],
  ['sessions', 'Sessions'],
  ['activity', 'Activity'],
] as const;
