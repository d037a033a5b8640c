import type { Handler } from '../http/handle.ts';
import { authRoutes } from './auth.ts';
import { customersRoutes } from './customers.ts';
import { facilityAddRoutes } from './facility-add.ts';
import { lookupsRoutes } from './lookups.ts';
import { mapReportRoutes } from './map-reports.ts';
import { mapSourceRoutes } from './map-sources.ts';
import { mappingCommandRoutes } from './mapping-commands.ts';
import { mappingGridRoutes } from './mapping-grids.ts';
import { mappingRunRoutes } from './mapping-runs.ts';
import { payRoutes } from './pay.ts';
import { postingRoutes } from './posting.ts';
import { premapRoutes } from './premap.ts';
import { referenceListRoutes } from './reference-lists.ts';
import { ruleDraftRoutes } from './rule-drafts.ts';
import { ruleListRoutes } from './rule-lists.ts';
import { ruleRunRoutes } from './rule-runs.ts';
import { ruleRoutes } from './rules.ts';
import { serviceRoutes } from './service.ts';
import { sharedFacilityRoutes } from './shared-facilities.ts';
import { stagingRoutes } from './staging.ts';
import { substitutionRoutes } from './substitutions.ts';
import { syncRoutes } from './sync.ts';
import { systemSettingRoutes } from './system-settings.ts';
import { targetRoutes } from './targets.ts';
import { taskRoutes } from './tasks.ts';
import { uploadRoutes } from './uploads.ts';
import { usersRoutes } from './users.ts';
import { dashboardRoutes } from './users-dashboard.ts';
import { loginAsRoutes } from './users-login-as.ts';
import { resetRoutes } from './users-reset.ts';

/** A handler for every call of `contract/all.ts`; a test demands exactly one each. */
export const routes: readonly Handler[] = [
  ...serviceRoutes,
  ...authRoutes,
  ...usersRoutes,
  ...loginAsRoutes,
  ...resetRoutes,
  ...dashboardRoutes,
  ...customersRoutes,
  ...lookupsRoutes,
  ...targetRoutes,
  ...postingRoutes,
  ...taskRoutes,
  ...uploadRoutes,
  ...syncRoutes,
  ...stagingRoutes,
  ...mappingCommandRoutes,
  ...mappingRunRoutes,
  ...ruleRoutes,
  ...ruleListRoutes,
  ...substitutionRoutes,
  ...payRoutes,
  ...mappingGridRoutes,
  ...mapSourceRoutes,
  ...referenceListRoutes,
  ...sharedFacilityRoutes,
  ...facilityAddRoutes,
  ...premapRoutes,
  ...mapReportRoutes,
  ...ruleRunRoutes,
  ...ruleDraftRoutes,
  ...systemSettingRoutes,
];
