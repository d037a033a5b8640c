import type { ArgsOf } from '#contract/kit/endpoint.ts';
import type { saveTarget } from '#contract/posting/posting.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { addressOf } from '#domain/targets/connection-problems.ts';
import { noDefaultIds, usualVoidReason } from '#domain/targets/settings/default-ids.ts';
import { type StoredTarget, targetLetters } from '#server/targets/target-rows.ts';

type Args = ArgsOf<typeof saveTarget>;
type Settings = StoredTarget['settings'];

const idNames = Object.keys(noDefaultIds) as (keyof typeof noDefaultIds)[];

/** The fields that travel beside `JsonSettings` and are stored with the settings; those that were left out are absent. */
function besides(args: Args): Settings {
  const ids = idNames.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]] as const]));
  return {
    ...Object.fromEntries(ids),
    ...(args.feedAllJobs !== undefined && { feedAllJobs: args.feedAllJobs }),
    // Documented: a blank reason becomes this one.
    ...(args.voidReason !== undefined && { voidReason: args.voidReason === '' ? usualVoidReason : args.voidReason }),
  };
}

/** The settings of a target after a save: what was sent over what is stored. A field that was left out stays. */
export function savedSettings({ row, settings }: StoredTarget, args: Args): Settings {
  const form = connectionForm(row.typeId);
  const address = addressOf(form);
  const connection = {
    ...(args.username !== undefined && { username: args.username }),
    ...(address !== null && args.url !== undefined && { [address]: args.url }),
  };
  return { ...settings, ...args.settings, ...besides(args), ...(form && connection) };
}

const kindsIn = (letters: string): MapKind[] => mapKinds.filter((kind) => letters.includes(targetLetters[kind]));

/** The replicated row of a target after a save. A changed connection has to be checked again. */
export function savedRow(row: TargetRow, args: Args, settings: Settings, reconnects: boolean): TargetRow {
  const takesOnly = settings['onlyLongTermOrders'] === true ? 'longTerm' : settings['onlyShifts'] === true ? 'shifts' : null;
  return {
    ...row,
    name: args.name,
    disabled: args.isDisabled,
    ...(reconnects && { checkState: 'unchecked' as const }),
    ...(args.hierarchyLevel && { hierarchyLevel: args.hierarchyLevel }),
    ...(args.mapObjects !== undefined && { maps: kindsIn(args.mapObjects) }),
    ...(args.mappingRequired !== undefined && { mappingRequired: args.mappingRequired }),
    ...(args.mapsItself !== undefined && { mapsItself: args.mapsItself }),
    ...(args.specialtyDependsOnDegree !== undefined && { specialtyDependsOnDegree: args.specialtyDependsOnDegree }),
    takesOnly,
  };
}
