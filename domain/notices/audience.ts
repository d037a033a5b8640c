import type { Audience } from '#contract/support/audience.ts';

/** What decides whether a customer is addressed: its id, the crawlers of its tasks, and the kinds of its targets. */
export type AudienceFacts = {
  readonly customerId: number;
  readonly crawlers: readonly number[];
  readonly targetKinds: readonly number[];
};

/** Whether the people of a customer are addressed: the customer matches every list that is not empty, by any entry of it. */
export function isAddressed({ customers, crawlers, targetKinds, everyone }: Audience, facts: AudienceFacts): boolean {
  const lists = [
    { chosen: customers, has: [facts.customerId] },
    { chosen: crawlers, has: facts.crawlers },
    { chosen: targetKinds, has: facts.targetKinds },
  ].filter(({ chosen }) => chosen.length > 0);
  if (lists.length === 0) return everyone;
  return lists.every(({ chosen, has }) => chosen.some((one) => has.includes(one)));
}

/** Why an audience cannot be used, with the remedy; null for one that can. */
export function audienceProblem({ customers, crawlers, targetKinds, everyone }: Audience): string | null {
  const isListed = customers.length + crawlers.length + targetKinds.length > 0;
  if (!isListed && !everyone) return 'Choose customers, crawlers or targets, or choose everyone.';
  if (isListed && everyone) return 'Clear the lists to address everyone, or turn everyone off to use the lists.';
  return null;
}

/** The audience as it is stored: each entry once, in order. */
export function tidyAudience({ customers, crawlers, targetKinds, everyone }: Audience): Audience {
  const tidy = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
  return { customers: tidy(customers), crawlers: tidy(crawlers), targetKinds: tidy(targetKinds), everyone };
}
