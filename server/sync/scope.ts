import { createHash } from 'node:crypto';
import type { Needs } from '#contract/rights.ts';
import { type CollectionName, collectionNames } from '#contract/rows.ts';
import { may } from '#domain/rights/may.ts';
import type { Actor } from '../http/handle.ts';

/** Raised when rows change their shape, so that every device reads them anew. */
const feedSchema = 3;

/** Any one of these rights shows a collection. A job cannot be read without its mapping rows, nor those without the lists. */
const shownBy: Readonly<Record<CollectionName, readonly Needs[]>> = {
  target: ['session'],
  source: ['session'],
  task: ['tasks.read'],
  atsValue: ['staging.read', 'map.facility', 'map.degree', 'map.shift'],
  mapValue: ['staging.read', 'map.facility', 'map.degree', 'map.shift'],
  job: ['staging.read'],
};

/** What a person's feed of a customer contains. */
export type Scope = { readonly hash: string; readonly collections: readonly CollectionName[] };

/**
 * The part of a customer's feed that an actor may see. Its hash changes with everything that decides over rows (the
 * collections that rights open, the customer, the shape of rows); then a device starts afresh [S4].
 */
export function scopeOf(actor: Actor, customerId: number): Scope {
  const collections = collectionNames.filter((name) => shownBy[name].some((needs) => may(actor, needs)));
  const hash = createHash('sha256')
    .update(JSON.stringify([feedSchema, customerId, collections]))
    .digest('base64url')
    .slice(0, 16);
  return { hash, collections };
}
