import { type FeedElement, FeedElements, FeedFormat } from '#contract/posting/feed-settings.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { usualElements } from '#domain/posting/feeds/feed-elements.ts';
import { type FeedHead, feedText } from '#domain/posting/feeds/feed-entry.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { isPublished } from '#domain/targets/target-kinds.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { nameOfOpenCustomer } from '#server/people/customers/customer-name.ts';
import { listsAllJobs, type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';

/** A feed with its settings. `target` needs the mappings that a job must have to be listed. */
export type Feed = {
  readonly customerId: number;
  readonly target: TargetRow;
  readonly head: FeedHead;
  readonly format: FeedFormat;
  readonly elements: readonly FeedElement[];
  /** How an applicant reaches the agency; null where it has not said. */
  readonly contact: { readonly email: string | null; readonly phone: string | null };
};

/** Opens a feed by its target. Null if there is none, or its customer is closed. `publicUrl` is the address of the service. */
export async function openFeed(db: Db, publicUrl: string, customerId: number, targetId: number): Promise<Feed | null> {
  return (await openFeeds(db, publicUrl, customerId)).find(({ target }) => target.id === targetId) ?? null;
}

/** Every feed of a customer, by id; none if the customer is closed. `publicUrl` is the address of the service. */
export async function openFeeds(db: Db, publicUrl: string, customerId: number): Promise<readonly Feed[]> {
  const customer = await nameOfOpenCustomer(db, customerId);
  if (customer === undefined) return [];
  const targets = await targetsOf(db, customerId);
  const publisher = { publisher: feedText(customer), publisherUrl: publicUrl };
  return targets.filter(({ row }) => isPublished(row.typeId)).map((stored) => feedOf(stored, targets, publisher));
}

function feedOf(
  stored: StoredTarget,
  targets: readonly StoredTarget[],
  publisher: Pick<FeedHead, 'publisher' | 'publisherUrl'>,
): Feed {
  const { customerId, row, settings } = stored;
  const elements = FeedElements.safeParse(settings['feedElements']).data ?? [];
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const rows = targets.map((one) => one.row);
  return {
    customerId,
    target: { ...row, maps: neededMaps(stored, rows) },
    head: {
      ...publisher,
      applyUrl: text(settings['applyUrl']) ?? `${publisher.publisherUrl}/apply/{reference}`,
      showsPay: settings['feedShowsPay'] !== false,
    },
    format: FeedFormat.safeParse(settings['feedFormat']).data ?? 'indeed',
    elements: elements.length > 0 ? elements : usualElements,
    contact: { email: text(settings['contactEmail']), phone: text(settings['contactPhone']) },
  };
}

/** What must be mapped: nothing in a feed of all jobs; else what the feed maps itself, or the customer's first target that maps values. */
function neededMaps({ row, settings }: { row: TargetRow; settings: Record<string, unknown> }, targets: readonly TargetRow[]) {
  if (listsAllJobs(row, settings['feedAllJobs'])) return [];
  if (row.maps.length > 0) return row.maps;
  return homeTarget(targets)?.maps ?? [];
}
