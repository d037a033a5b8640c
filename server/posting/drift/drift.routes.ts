import { no, ok } from '#contract/kit/result.ts';
import { decideDrift, listDrift } from '#contract/posting/drift.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { keepTheirs, lockDrifted, sendOurs } from './decide-drift.ts';
import { readDrift } from './read-drift.ts';

const onlyTheirs = {
  kind: 'invalid',
  fields: { choice: 'The job was deleted in the ATS, so there is nothing to send to: re-create it, or leave it deleted' },
} as const;
const noField = { kind: 'invalid', fields: { fields: 'Name at least one field that differs' } } as const;

export const driftRoutes: Handler[] = [
  handle(listDrift, async (args, { services }) => ok(await readDrift(services.db, args))),
  handle(decideDrift, { audit: 'post.drift' }, async (args, { services, tx }) => {
    const post = await lockDrifted(tx, args);
    if (!post) return no({ kind: 'not_found' as const });
    if (post.foundAt !== args.foundAt) return no({ kind: 'conflict' as const, current: { foundAt: post.foundAt } });
    const { kind, fields } = post;
    const chosen = args.fields === undefined ? fields : fields.filter(({ field }) => args.fields?.includes(field));
    if (kind === 'deleted' && args.choice === 'ours') return no(onlyTheirs);
    if (kind !== 'deleted' && chosen.length === 0) return no(noField);
    if (args.choice === 'theirs') await keepTheirs(tx, post, chosen);
    else await sendOurs(tx, post, chosen, services.now());
    const facts = {
      target: args.target,
      job: args.job,
      choice: args.choice,
      fields: chosen.map(({ field }) => field).join(', '),
    };
    const left = kind === 'deleted' ? 0 : fields.length - chosen.length;
    return done({ left }, { object: ['post', post.reference], facts });
  }),
];
