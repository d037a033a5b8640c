import { pathTo } from '#src/ui/screen/path-to.ts';

/** Address of the staging grid that shows all jobs of a query, in every view and for one target. */
export const jobsPath = (query: string, targetId?: number): string =>
  pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: query, ...(targetId !== undefined && { tid: targetId }) });
