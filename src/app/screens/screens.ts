import type { ComponentType } from 'react';
import type { RouteId } from './routes.ts';

type Screen = () => Promise<{ Component: ComponentType }>;

/** The code of each screen, loaded when it is opened or pointed at. */
export const screens: Record<RouteId, Screen> = {
  login: () => import('#src/features/people/auth/sign-in.tsx').then((m) => ({ Component: m.SignIn })),
  reset: () => import('#src/features/people/auth/reset-password.tsx').then((m) => ({ Component: m.ResetPassword })),
  dashboard: () => import('#src/features/reports/dashboard/dashboard.tsx').then((m) => ({ Component: m.Dashboard })),
  outbox: () => import('#src/features/sync/outbox/outbox.tsx').then((m) => ({ Component: m.Outbox })),
  offline: () => import('#src/features/sync/storage/offline-storage.tsx').then((m) => ({ Component: m.OfflineStorage })),
  staging: () => import('#src/features/staging/staging.tsx').then((m) => ({ Component: m.Staging })),
  mapFacilities: () => import('#src/features/mapping/values/map-screens.tsx').then((m) => ({ Component: m.MapFacilities })),
  mapDegrees: () => import('#src/features/mapping/values/map-screens.tsx').then((m) => ({ Component: m.MapDegrees })),
  mapShifts: () => import('#src/features/mapping/values/map-screens.tsx').then((m) => ({ Component: m.MapShifts })),
  premap: () => import('#src/features/mapping/premap/premap.tsx').then((m) => ({ Component: m.PremapScreen })),
  externalShifts: () =>
    import('#src/features/mapping/external-shifts/external-shifts.tsx').then((m) => ({ Component: m.ExternalShifts })),
  sharedFacilities: () =>
    import('#src/features/mapping/shared-facilities/shared-facilities.tsx').then((m) => ({ Component: m.SharedFacilities })),
  specialtyDegrees: () =>
    import('#src/features/mapping/reference-lists/specialty-degrees.tsx').then((m) => ({ Component: m.SpecialtyDegrees })),
  orderTypes: () => import('#src/features/mapping/reference-lists/order-types.tsx').then((m) => ({ Component: m.OrderTypes })),
  mapRuns: () => import('#src/features/mapping/mapping-runs/map-runs.tsx').then((m) => ({ Component: m.MapRuns })),
  mapSummary: () => import('#src/features/reports/map-reports/map-summary.tsx').then((m) => ({ Component: m.MapSummaryReport })),
  mapDetail: () => import('#src/features/reports/map-reports/map-report.tsx').then((m) => ({ Component: m.MapDetailReport })),
  mapDegreeReport: () =>
    import('#src/features/reports/map-reports/map-report.tsx').then((m) => ({ Component: m.MapDegreeReport })),
  mapSpecialtyReport: () =>
    import('#src/features/reports/map-reports/map-report.tsx').then((m) => ({ Component: m.MapSpecialtyReport })),
  mapShiftReport: () => import('#src/features/reports/map-reports/map-report.tsx').then((m) => ({ Component: m.MapShiftReport })),
  rules: () => import('#src/features/rules/list/rules.tsx').then((m) => ({ Component: m.Rules })),
  paySetup: () => import('#src/features/rules/pay/pay-setup.tsx').then((m) => ({ Component: m.PaySetup })),
  fields: () => import('#src/features/rules/fields/field-list.tsx').then((m) => ({ Component: m.FieldList })),
  ruleReport: () => import('#src/features/reports/rule-report/rule-report.tsx').then((m) => ({ Component: m.RuleReport })),
  substitutions: () =>
    import('#src/features/rules/substitutions/substitutions.tsx').then((m) => ({ Component: m.Substitutions })),
  jobUpload: () => import('#src/features/collecting/uploads/job-upload.tsx').then((m) => ({ Component: m.JobUpload })),
  tasks: () => import('#src/features/collecting/tasks/task-list.tsx').then((m) => ({ Component: m.TaskList })),
  taskEdit: () => import('#src/features/collecting/tasks/task-edit.tsx').then((m) => ({ Component: m.TaskEdit })),
  sources: () => import('#src/features/mapping/sources/source-list.tsx').then((m) => ({ Component: m.SourceList })),
  referenceLists: () =>
    import('#src/features/mapping/reference-lists/reference-lists.tsx').then((m) => ({ Component: m.ReferenceLists })),
  targets: () => import('#src/features/posting/target-list.tsx').then((m) => ({ Component: m.TargetList })),
  targetConfig: () => import('#src/features/posting/target-config.tsx').then((m) => ({ Component: m.TargetConfig })),
  devices: () => import('#src/features/sync/devices/device-list.tsx').then((m) => ({ Component: m.DeviceList })),
  systemSettings: () =>
    import('#src/features/system/settings/system-settings.tsx').then((m) => ({ Component: m.SystemSettingsScreen })),
  preferences: () => import('#src/features/people/account/preferences.tsx').then((m) => ({ Component: m.Preferences })),
};

const asked = new Set<RouteId>();

/** Loads a screen's code ahead of the click; a failure is left to the click itself. */
export function prefetch(id: RouteId): void {
  if (asked.has(id)) return;
  asked.add(id);
  screens[id]().catch(() => asked.delete(id));
}
