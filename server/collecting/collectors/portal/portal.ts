import { ok } from '#contract/kit/result.ts';
import { type Collector, fileOfRecords } from '../collector.ts';
import { PortalSettings } from './portal-settings.ts';
import { readDetails } from './read-details.ts';
import { inSession } from './session.ts';
import { type ListedJob, walkList } from './walk-list.ts';

/** Collects from a web portal by a recipe: signs in, reads the list page by page, and the page of each job. */
export const portalCollector: Collector<PortalSettings> = {
  kind: 'portal',
  settings: PortalSettings,
  check: (task, tools) =>
    inSession(task, tools, async (session) => {
      if (task.settings.recipe.signIn) return ok(null);
      // Without a sign-in, the list itself shows whether the vendor lets the task in.
      const listed = await walkList({ ...session, recipe: firstPageOnly(session.recipe) }, tools);
      return listed.ok ? ok(null) : listed;
    }),
  pull: (task, tools) =>
    inSession(task, tools, async (session) => {
      const { recipe } = session;
      const isLook = tools.most !== undefined;
      const walked = await walkList({ ...session, recipe: isLook ? firstPageOnly(recipe) : recipe }, tools);
      if (!walked.ok) return walked;
      const listed = walked.value.slice(0, tools.most);
      const { detail } = task.settings.recipe;
      const read = detail ? await readDetails(listed, detail, session, tools) : ok(listed.map(({ values }) => values));
      if (!read.ok) return read;
      const records = read.value.map((values, at) => recordOf(values, listed[at]));
      return ok({ kind: 'file', bytes: await fileOfRecords(records), complete: !isLook, marks: {} });
    }),
};

const firstPageOnly = (recipe: PortalSettings['recipe']): PortalSettings['recipe'] => ({
  ...recipe,
  list: { ...recipe.list, paging: { kind: 'none' } },
});

/** A job with the address of its page, unless it has a column of that name. */
const recordOf = (values: ReadonlyMap<string, string>, job: ListedJob | undefined): Record<string, string> => ({
  ...(job?.address && { 'Job Link': job.address }),
  ...Object.fromEntries(values),
});
