/**
 * The number of each report. Databases store them with saved configurations and schedules: never change or reuse one, only add.
 * 1 is the staging grid and the jobs report, which share their configurations.
 */
export const reportIds = {
  jobs: 1,
  mapSummary: 2,
  mapDetail: 3,
  mapDegrees: 4,
  mapSpecialties: 5,
  mapShifts: 6,
  rules: 7,
  myReports: 8,
  taskErrors: 9,
  dataIssues: 10,
  taskStatus: 11,
  taskAudit: 12,
  customersByTask: 13,
  customerTasks: 14,
  customerTargets: 15,
  feedJobs: 16,
  taskUsers: 17,
  loginHistory: 18,
  customerContacts: 19,
  customerSubscription: 20,
  customerRisk: 21,
  serviceItems: 22,
  submissionFunnel: 23,
} as const;

/** The number of a report. */
export type ReportId = (typeof reportIds)[keyof typeof reportIds];
