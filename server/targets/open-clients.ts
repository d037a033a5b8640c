import * as z from 'zod';
import { wire } from '#contract/kit/wire-names.ts';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { FacilityStyle } from '#contract/mapping/facility-add.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { Services } from '../kit/http/handle.ts';
import type { TargetClients } from './adapter/target-clients.ts';
import { targetsOpenedBy } from './open-target.ts';
import type { StoredTarget } from './target-rows.ts';

/** The client operations of a target. Undefined if it stores no clients, or its connection cannot be opened. */
export async function openedClients(services: Services, target: StoredTarget): Promise<TargetClients | undefined> {
  return (await targetsOpenedBy(services)(target.customerId, target.row.id))?.clients;
}

const Listed = z.array(z.object({ id: wire('ID', z.coerce.string()), name: wire('Name', z.string()) })).catch([]);
/** What an administrator keeps of a target's lists in its settings, under documented names, for targets that cannot be asked. */
const Settings = z.object({
  facilityStyle: FacilityStyle.optional().catch(undefined),
  regions: Listed.default([]),
  statuses: Listed.default([]),
  jobTypes: Listed.default([]),
  offerings: Listed.default([]),
  subOfferings: Listed.default([]),
  clientTypes: Listed.default([]),
  vendorSystems: Listed.default([]),
  /** Cities by two-letter state. */
  cities: z.record(z.string(), z.array(z.string())).catch({}).default({}),
});
export type FacilitySettings = z.infer<typeof Settings> & { readonly style: FacilityStyle };

/** What a target's kind and settings say about adding a facility to it. */
export function facilitySettingsOf({ row, settings }: StoredTarget): FacilitySettings {
  const read = Settings.parse(fromWire(Settings, settings));
  return { ...read, style: read.facilityStyle ?? targetKind(row.typeId).facilityForm };
}
