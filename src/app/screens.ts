import type { ComponentType } from 'react';
import type { RouteId } from './routes.ts';

type Screen = () => Promise<{ Component: ComponentType }>;

/** The code of each screen, loaded when it is opened or pointed at. */
export const screens: Record<RouteId, Screen> = {
  login: () => import('#src/features/session/sign-in.tsx').then((m) => ({ Component: m.SignIn })),
  reset: () => import('#src/features/session/reset-password.tsx').then((m) => ({ Component: m.ResetPassword })),
  dashboard: () => import('#src/features/home/dashboard.tsx').then((m) => ({ Component: m.Dashboard })),
  outbox: () => import('#src/features/home/outbox.tsx').then((m) => ({ Component: m.Outbox })),
  offline: () => import('#src/features/home/offline-storage.tsx').then((m) => ({ Component: m.OfflineStorage })),
  staging: () => import('#src/features/staging/staging.tsx').then((m) => ({ Component: m.Staging })),
  mapFacilities: () => import('#src/features/mapping/map-screens.tsx').then((m) => ({ Component: m.MapFacilities })),
  mapDegrees: () => import('#src/features/mapping/map-screens.tsx').then((m) => ({ Component: m.MapDegrees })),
  mapShifts: () => import('#src/features/mapping/map-screens.tsx').then((m) => ({ Component: m.MapShifts })),
  premap: () => import('#src/features/mapping/premap.tsx').then((m) => ({ Component: m.PremapScreen })),
  externalShifts: () => import('#src/features/reference/external-shifts.tsx').then((m) => ({ Component: m.ExternalShifts })),
  sharedFacilities: () =>
    import('#src/features/reference/shared-facilities.tsx').then((m) => ({ Component: m.SharedFacilities })),
  specialtyDegrees: () =>
    import('#src/features/reference/specialty-degrees.tsx').then((m) => ({ Component: m.SpecialtyDegrees })),
  orderTypes: () => import('#src/features/reference/order-types.tsx').then((m) => ({ Component: m.OrderTypes })),
  mapRuns: () => import('#src/features/mapping/map-runs.tsx').then((m) => ({ Component: m.MapRuns })),
  mapSummary: () => import('#src/features/mapping/map-summary.tsx').then((m) => ({ Component: m.MapSummaryReport })),
  mapDetail: () => import('#src/features/mapping/map-report.tsx').then((m) => ({ Component: m.MapDetailReport })),
  mapDegreeReport: () => import('#src/features/mapping/map-report.tsx').then((m) => ({ Component: m.MapDegreeReport })),
  mapSpecialtyReport: () => import('#src/features/mapping/map-report.tsx').then((m) => ({ Component: m.MapSpecialtyReport })),
  mapShiftReport: () => import('#src/features/mapping/map-report.tsx').then((m) => ({ Component: m.MapShiftReport })),
  rules: () => import('#src/features/rules/rules.tsx').then((m) => ({ Component: m.Rules })),
  paySetup: () => import('#src/features/pay/pay-setup.tsx').then((m) => ({ Component: m.PaySetup })),
  fields: () => import('#src/features/fields/field-list.tsx').then((m) => ({ Component: m.FieldList })),
  ruleReport: () => import('#src/features/rules/rule-report.tsx').then((m) => ({ Component: m.RuleReport })),
  substitutions: () => import('#src/features/substitutions/substitutions.tsx').then((m) => ({ Component: m.Substitutions })),
  jobUpload: () => import('#src/features/upload/job-upload.tsx').then((m) => ({ Component: m.JobUpload })),
  tasks: () => import('#src/features/collect/task-list.tsx').then((m) => ({ Component: m.TaskList })),
  taskEdit: () => import('#src/features/collect/task-edit.tsx').then((m) => ({ Component: m.TaskEdit })),
  sources: () => import('#src/features/sources/source-list.tsx').then((m) => ({ Component: m.SourceList })),
  referenceLists: () => import('#src/features/reference/reference-lists.tsx').then((m) => ({ Component: m.ReferenceLists })),
  targets: () => import('#src/features/targets/target-list.tsx').then((m) => ({ Component: m.TargetList })),
  targetConfig: () => import('#src/features/targets/target-config.tsx').then((m) => ({ Component: m.TargetConfig })),
  devices: () => import('#src/features/devices/device-list.tsx').then((m) => ({ Component: m.DeviceList })),
  systemSettings: () => import('#src/features/settings/system-settings.tsx').then((m) => ({ Component: m.SystemSettingsScreen })),
  preferences: () => import('#src/features/account/preferences.tsx').then((m) => ({ Component: m.Preferences })),
};

const asked = new Set<RouteId>();

/** Loads a screen's code ahead of the click; a failure is left to the click itself. */
export function prefetch(id: RouteId): void {
  if (asked.has(id)) return;
  asked.add(id);
  screens[id]().catch(() => asked.delete(id));
}
