import { collectErrors, listErrorTypes } from '#contract/collecting/collect-problems.ts';
import { ok } from '#contract/kit/result.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

export const collectProblemRoutes: Handler[] = [
  handle(listErrorTypes, async () => ok(Object.values(collectErrors).map(({ code, name }) => ({ code, name })))),
];
