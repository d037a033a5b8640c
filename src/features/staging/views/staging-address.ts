import type { SortKey } from '#src/ui/grid/model/grid-source.ts';

/** The views of the staging grid, as tabs. */
export const stagingViews = ['triage', 'topost', 'posted', 'held', 'failed', 'all'] as const;
export type StagingView = (typeof stagingViews)[number];

/** What the URL of the staging grid contains. */
export type StagingAddress = {
  readonly view: StagingView;
  readonly query: string;
  readonly sort: readonly SortKey[];
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

/**
 * Reads a URL. Deep-link parameters become parts of the query. Such a link searches all jobs, because a job it names can be in
 * any view. `all` is the documented route parameter.
 */
export function readAddress(params: URLSearchParams, all: boolean): StagingAddress {
  const linked = [...linkedParts(params), ...reportParts(params)];
  const own = params.get('q') ?? '';
  const targetId = readId(params.get('tid'));
  const named = stagingViews.find((view) => view === params.get('view'));
  return {
    view: named ?? (all || linked.length > 0 || targetId !== null ? 'all' : 'triage'),
    query: [...linked, own].filter(Boolean).join(' '),
    sort: readSort(params.get('sort')),
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

/** Returns the parameters for another address. Keeps unrelated ones and drops deep links, which are part of the query. */
export function withAddress(params: URLSearchParams, next: StagingAddress): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of [...Object.keys(deepLinks), ...reportLinks]) written.delete(name);
  set(written, 'view', next.view);
  set(written, 'q', next.query);
  set(written, 'sort', writeSort(next.sort));
  set(written, 'tid', next.targetId === null ? '' : String(next.targetId));
  return written;
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}

/** `facility,-billRate`: keys by priority, with a minus for descending; `none` is the order of arrival. */
function readSort(text: string | null): readonly SortKey[] {
  if (text === null) return firstSort;
  if (text === 'none') return [];
  return text.split(',').map((part) => ({ key: part.replace(/^-/, ''), descending: part.startsWith('-') }));
}

function writeSort(sort: readonly SortKey[]): string {
  const text = sort.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join(',');
  if (text === '') return 'none';
  return text === '-firstSeenAt' ? '' : text;
}
