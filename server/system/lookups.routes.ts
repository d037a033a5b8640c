import { ok } from '#contract/kit/result.ts';
import { listStates, listTimezones } from '#contract/system/lookups.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { type Handler, handle } from '../kit/http/handle.ts';

/** Small lists that forms choose from. */
export const lookupsRoutes: Handler[] = [
  handle(listStates, async () => ok(stateNames.map(({ code, name }) => ({ id: code, name })))),

  handle(listTimezones, async (_args, { services }) => {
    const now = services.now();
    return ok(Intl.supportedValuesOf('timeZone').map((zone) => ({ id: zone, ...describe(zone, now) })));
  }),
];

/** A zone's name for people and its offset at an instant. */
function describe(zone: string, at: Date): { name: string; offsetMinutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return {
    name: `${zone.replaceAll('_', ' ')} (UTC${text.slice(3) || '+00:00'})`,
    offsetMinutes: sign === '-' ? -size : size,
  };
}
