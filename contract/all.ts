import { authEndpoints } from './auth.ts';
import { collectEndpoints } from './collect.ts';
import { customersEndpoints } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { facilityAddEndpoints } from './facility-add.ts';
import { lookupsEndpoints } from './lookups.ts';
import { mapReportEndpoints } from './map-reports.ts';
import { mappingEndpoints } from './mapping.ts';
import { mappingGridEndpoints } from './mapping-grids.ts';
import { mappingRunEndpoints } from './mapping-runs.ts';
import { payEndpoints } from './pay.ts';
import { postingEndpoints } from './posting.ts';
import { premapEndpoints } from './premap.ts';
import { referenceListEndpoints } from './reference-lists.ts';
import { ruleDraftEndpoints } from './rule-drafts.ts';
import { ruleListEndpoints } from './rule-lists.ts';
import { ruleRunEndpoints } from './rule-runs.ts';
import { ruleEndpoints } from './rules.ts';
import { serviceEndpoints } from './service.ts';
import { sourcesEndpoints } from './sources.ts';
import { stagingEndpoints } from './staging.ts';
import { substitutionEndpoints } from './substitutions.ts';
import { syncEndpoints } from './sync.ts';
import { systemSettingEndpoints } from './system-settings.ts';
import { usersEndpoints } from './users.ts';

/** Every call of the service, gathered from the area files; an area adds its list here and its handlers in `server/routes/all.ts`. */
export const endpoints: readonly Endpoint[] = [
  ...serviceEndpoints,
  ...authEndpoints,
  ...usersEndpoints,
  ...customersEndpoints,
  ...lookupsEndpoints,
  ...postingEndpoints,
  ...collectEndpoints,
  ...syncEndpoints,
  ...stagingEndpoints,
  ...mappingEndpoints,
  ...mappingRunEndpoints,
  ...ruleEndpoints,
  ...ruleListEndpoints,
  ...substitutionEndpoints,
  ...payEndpoints,
  ...mappingGridEndpoints,
  ...sourcesEndpoints,
  ...referenceListEndpoints,
  ...facilityAddEndpoints,
  ...premapEndpoints,
  ...mapReportEndpoints,
  ...ruleRunEndpoints,
  ...ruleDraftEndpoints,
  ...systemSettingEndpoints,
];
