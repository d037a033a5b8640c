import { ok } from '#contract/kit/result.ts';
import { formatDescription } from '#contract/staging/descriptions.ts';
import { descriptionHtml } from '#domain/descriptions/description-html.ts';
import { formatDescription as partsOf } from '#domain/descriptions/format-description.ts';
import { onlyReads } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';

export const descriptionRoutes: Handler[] = [
  handle(formatDescription, { audit: onlyReads }, ({ description }) =>
    Promise.resolve(ok({ html: descriptionHtml(partsOf(description)) })),
  ),
];
