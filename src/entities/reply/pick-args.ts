import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';

/** The arguments of a call out of a whole row: the service refuses fields that the call does not have. */
export function pickArgs<E extends Endpoint>(endpoint: E, values: SentArgsOf<E>): SentArgsOf<E> {
  const declared = Object.entries(values).filter(([name]) => name in endpoint.args.shape);
  return Object.fromEntries(declared) as SentArgsOf<E>;
}
