import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '#contract/kit/endpoint.ts';
import { invalid, sendProblem } from './answer.ts';
import type { Handler } from './handle.ts';

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path pattern, and the methods that it takes. */
type Offer = { readonly path: string; readonly segments: readonly string[]; readonly methods: Set<string> };

/** Normalizes a path pattern, so that two patterns for the same paths are equal whatever their parameters are called. */
const shapeOf = (path: string) => path.toLowerCase().replaceAll(/:\w+/g, ':p');

/**
 * A path called with the wrong method answers 405 and names the right one. Above all, calls that write but are documented as GET
 * answer 405 to GET, because browsers and proxies repeat and prefetch GET [S7]. Returns what answers a call without a route; false if
 * no call has its path. Only a path that another call would take (`agent/list` beside `agent/:id`) gets routes of its own: a
 * thousand routes that refuse took a fifth of a second at each start.
 */
export function refuseOtherMethods(app: FastifyInstance, handlers: readonly Handler[]) {
  const offers = offersOf(handlers);
  for (const offer of offers) {
    const others = offers.filter((other) => other !== offer && overlaps(offer.segments, other.segments));
    const taken = all.filter((method) => !offer.methods.has(method) && others.some(({ methods }) => methods.has(method)));
    const handler = (_request: FastifyRequest, reply: FastifyReply) => refuse(reply, offer);
    if (taken.length > 0) app.route({ method: taken, url: offer.path, handler });
  }
  let patterns: readonly (Offer & { readonly pattern: RegExp })[] | undefined;
  return (path: string, reply: FastifyReply): boolean => {
    patterns ??= offers.map((offer) => ({ ...offer, pattern: patternOf(offer.path) }));
    const offer = patterns.find(({ pattern }) => pattern.test(path));
    if (offer) void refuse(reply, offer);
    return offer !== undefined;
  };
}

function offersOf(handlers: readonly Handler[]): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const { endpoint } of handlers) {
    const { method, path } = routeOf(endpoint);
    const shape = shapeOf(path);
    const offer = offers.get(shape) ?? { path, segments: shape.split('/'), methods: new Set() };
    offer.methods.add(method);
    offers.set(shape, offer);
  }
  return [...offers.values()];
}

function refuse(reply: FastifyReply, { methods }: Offer) {
  const allow = [...methods].join(', ');
  return sendProblem(reply.header('allow', allow), invalid('method', `Send this as ${allow}`), 405);
}

/** Whether some path fits both patterns. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  const isFree = (segment: string | undefined) => segment?.includes(':') === true;
  return one.length === other.length && one.every((part, i) => part === other[i] || isFree(part) || isFree(other[i]));
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[$.*+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
