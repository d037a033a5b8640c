import type { Mutation } from '#contract/sync/sync.ts';
import { canonicalJson } from '../json/canonical-json.ts';

/**
 * The text that identifies a change: what its user decided, without its number. The device and the service both take the SHA-256
 * of it, so that the service recognizes a change sent again and refuses one whose fingerprint belongs to another (decision 0020).
 */
export const fingerprintText = ({
  name,
  args,
  actor,
  createdAt,
}: Pick<Mutation, 'name' | 'args' | 'actor' | 'createdAt'>): string => canonicalJson({ name, args, actor, createdAt });
