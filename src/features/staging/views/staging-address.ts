import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { baseOf, type StagingView, stagingViews } from '#domain/job-list/staging-views.ts';
import type { SortKey } from '#src/ui/grid/model/grid-source.ts';

/** What the URL of the staging grid contains. */
export type StagingAddress = {
  readonly view: StagingView;
  readonly query: string;
  readonly sort: readonly SortKey[];
  /** Columns by which the rows are grouped, from outside to inside. */
  readonly group: readonly string[];
  /** The target whose mapping and posts the grid shows; null for the default one. */
  readonly targetId: number | null;
};

/** Documented deep-link parameters, with the query field that each becomes. */
const deepLinks = {
  source: 'source',
  vmsSourceId: 'sid',
  sourceId: 'sid',
  client: 'client',
  degree: 'degree',
  specialty: 'specialty',
  shift: 'shift',
  providerJobId: 'job',
  association: 'association',
  state: 'state',
} as const;

/** Parameters of the documented reports that mean more than one field. `cfid` names a saved view and stays in the address. */
const reportLinks = ['status', 'posted'] as const;

/** Newest first, until the user sorts. */
const firstSort: readonly SortKey[] = [{ key: 'firstSeenAt', descending: true }];

/** Whether a URL says nothing about what to show, so that the person's default view opens. */
export const saysNothing = (params: URLSearchParams, all: boolean): boolean =>
  !all && ![...viewParams, 'cfid', 'tid', ...Object.keys(deepLinks), ...reportLinks].some((name) => params.has(name));

/** Parameters in which an address differs from its saved view. */
const viewParams = ['view', 'q', 'sort', 'group'] as const;

/** The parameters without everything that says which jobs to show. The target stays, and so does an open panel. */
export function withoutView(params: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(params);
  for (const name of [...viewParams, 'cfid', ...Object.keys(deepLinks), ...reportLinks]) left.delete(name);
  return left;
}

/**
 * Reads a URL. Deep-link parameters become parts of the query. Such a link searches all jobs, because a job it names can be in
 * any view. `all` is the documented route parameter. `saved` gives what the URL leaves out.
 */
export function readAddress(params: URLSearchParams, all: boolean, saved: ConfigurationBody | null = null): StagingAddress {
  const linked = [...linkedParts(params), ...reportParts(params)];
  const written = params.get('q') ?? saved?.query ?? '';
  const targetId = readId(params.get('tid'));
  const named = stagingViews.find((view) => view === params.get('view'));
  return {
    view: named ?? (saved && baseOf(saved)) ?? (all || linked.length > 0 || targetId !== null ? 'all' : 'triage'),
    query: [...linked, written].filter(Boolean).join(' '),
    sort: readSort(params.get('sort')) ?? saved?.sort ?? firstSort,
    group: readGroup(params.get('group')) ?? saved?.group ?? [],
    targetId,
  };
}

/** An id of a link; null for none, and for `-1`, which means any. */
const readId = (text: string | null): number | null => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null);

function linkedParts(params: URLSearchParams): string[] {
  return Object.entries(deepLinks).flatMap(([name, field]) => {
    const value = params.get(name)?.trim();
    // `-1` and an empty value mean “any” in the links of the documented reports.
    return value && value !== '-1' ? [`${field}:${quoted(value)}`] : [];
  });
}

/** `status` 2 are the posted jobs, 3 those that came new on the day in `posted` or later; 0 and 1 are all. */
function reportParts(params: URLSearchParams): string[] {
  const day = params.get('posted')?.trim() ?? '';
  const status = params.get('status');
  const since = /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${status === '3' ? 'seen' : 'posted'}:${day}..` : '';
  return [status === '2' ? 'is:posted' : '', since].filter(Boolean);
}

const quoted = (value: string): string => (/^[\w.-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);

/**
 * Returns the parameters for another address. Keeps unrelated ones and drops deep links, which are part of the query. What `saved`
 * says is left out.
 */
export function withAddress(
  params: URLSearchParams,
  next: StagingAddress,
  saved: ConfigurationBody | null = null,
): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of [...Object.keys(deepLinks), ...reportLinks]) written.delete(name);
  const usual = saved ?? { base: '', query: '', sort: firstSort, group: [] };
  setUnless(written, 'view', next.view, usual.base);
  setUnless(written, 'q', next.query, usual.query);
  setUnless(written, 'sort', writeSort(next.sort), writeSort(usual.sort));
  setUnless(written, 'group', next.group.join(',') || 'none', usual.group.join(',') || 'none');
  set(written, 'tid', next.targetId === null ? '' : String(next.targetId));
  return written;
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}

function setUnless(params: URLSearchParams, name: string, value: string, usual: string): void {
  if (value === usual) params.delete(name);
  else params.set(name, value);
}

/** `state,facility`: columns from outside to inside; `none` is no groups where the saved view has some. */
const readGroup = (text: string | null): readonly string[] | null =>
  text === null ? null : text === 'none' ? [] : text.split(',').filter(Boolean).slice(0, 2);

/** `facility,-billRate`: keys by priority, with a minus for descending; `none` is the order of arrival. */
function readSort(text: string | null): readonly SortKey[] | null {
  if (text === null) return null;
  if (text === 'none') return [];
  return text.split(',').map((part) => ({ key: part.replace(/^-/, ''), descending: part.startsWith('-') }));
}

const writeSort = (sort: readonly SortKey[]): string =>
  sort.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join(',') || 'none';
