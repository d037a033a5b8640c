import { useDebouncedValue } from '@mantine/hooks';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import {
  type FacilityStyle,
  listRegions,
  readOfferingCities,
  readOfferingData,
  readPlainData,
  readRecruitingData,
} from '#contract/mapping/facility-add.ts';
import { readTargetMaintenance } from '#contract/reports/map-reports.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';

type Choice = { readonly value: string; readonly label: string };

/** Options for the form that adds a facility to a target. */
export type FacilityChoices = {
  readonly style: FacilityStyle;
  /** Why no facility can be added now: the target does not respond or is still loading. */
  readonly blocked: string | undefined;
  readonly regions: readonly Choice[];
  readonly statuses: readonly Choice[];
  /** Warning about a city that the target does not know. */
  readonly warning: string | null;
  readonly fields: ReplyOf<typeof readRecruitingData>['fields'];
  readonly offering: ReplyOf<typeof readOfferingData> | null;
};

const choicesOf = (listed: readonly { id: string; name: string }[] | undefined): readonly Choice[] =>
  (listed ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** Loads the lists that the target's style needs and skips those of other styles. */
export function useFacilityChoices(target: TargetRow, state: string, city: string): FacilityChoices {
  const cust = useSession().customer.id;
  const maintenance = useReply(readTargetMaintenance, { cust, targetId: target.id });
  const style = maintenance.reply?.style ?? 'plain';
  const recruiting = useReply(readRecruitingData, { cust }, { wanted: style === 'recruiting' });
  const plain = useReply(readPlainData, { cust }, { wanted: style === 'plain' });
  const offering = useReply(readOfferingData, { cust }, { wanted: style === 'offering' });
  const [place] = useDebouncedValue(`${state}/${city}`, 400);
  const [askedState = '', askedCity = ''] = place.split('/');
  const placed = style === 'offering' && askedState !== '' && askedCity !== '';
  const cities = useReply(readOfferingCities, { cust, state: askedState, city: askedCity }, { wanted: placed });
  const regions = useReply(listRegions, { cust, targetId: target.id });
  const own = { recruiting, plain, offering }[style];
  const statuses =
    style === 'offering' ? offering.reply?.statuses : style === 'plain' ? plain.reply?.statuses : recruiting.reply?.statuses;
  return {
    style,
    blocked: blockedReason(maintenance, own, style === 'recruiting' ? recruiting.reply : null, target),
    regions: choicesOf(regions.reply ?? undefined),
    statuses: choicesOf(statuses),
    warning: placed ? (cities.reply?.warning ?? null) : null,
    fields: recruiting.reply?.fields ?? [],
    offering: offering.reply,
  };
}

type Asked = { readonly reply: unknown; readonly failure: Parameters<typeof errorMessage>[0] | null };
type Recruiting = ReplyOf<typeof readRecruitingData>;

function blockedReason(first: Asked, own: Asked, recruiting: Recruiting | null, { name }: TargetRow): string | undefined {
  const failure = first.reply ? (own.reply ? null : own.failure) : first.failure;
  if (failure) return `${messages.statusesNotRead}. ${errorMessage(failure)}`;
  if (!first.reply || !own.reply || recruiting?.state === 'loading') return messages.metadataLoading({ target: name });
  if (recruiting?.state === 'failed') return recruiting.message ?? messages.targetNotConnected({ target: name });
  return undefined;
}
