import { type JobFilter, ruledFilter } from '../../staging/documented-filter.ts';
import { readDays } from '../kit/report-filter.ts';

/** One of some codes, or 0 for any other text: an address may say anything. */
function code<const C extends number>(text: string, codes: readonly C[]): C | 0 {
  return codes.find((one) => String(one) === text) ?? 0;
}

/**
 * The documented filter that an address of the jobs report says, after its rules: new jobs since yesterday are open ones, and among new
 * jobs canceled, held and hidden ones cannot be asked for. `value` gives a filter by its name. Dates count only between two dates.
 */
export function jobFilterAt(value: (name: string) => string): JobFilter {
  const newjobs = code(value('newjobs'), [9, 10]);
  const days = newjobs === 10 ? readDays(value('dates')) : null;
  return ruledFilter({
    all: 1,
    sid: code(
      value('source'),
      [Number(value('source'))].filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
    mappingStatus: code(value('mapstate'), [1, 2]),
    fmapped: code(value('fmapped'), [1, 2]),
    dmapped: code(value('dmapped'), [1, 2]),
    smapped: code(value('smapped'), [1, 2]),
    shmapped: code(value('shmapped'), [1, 2]),
    imported: code(value('imported'), [2]),
    newjobs,
    ...(days?.from && { sdate: days.from }),
    ...(days?.to && { edate: days.to }),
    jstatus: code(value('jstatus'), [1, 2, 3, 4, 5]),
    vendorStatus: value('vendorStatus'),
    state: value('state'),
    zip: value('zip'),
    distance: code(value('distance'), [10, 25, 50, 100, 200]),
  });
}

/**
 * What the documented address `/report_jobs/:source?/:state?/:status?` says, as filters by name. `-1` and a missing part are any.
 * Status 2 are the jobs in the ATS, 3 the new ones: from the day in `posted` on, or since yesterday without a day. `sourceIdOf` finds a
 * source by its name; null if there is none.
 */
export function filtersInPath(
  path: { readonly source?: string | undefined; readonly state?: string | undefined; readonly status?: string | undefined },
  posted: string | null,
  sourceIdOf: (name: string) => number | null,
): Record<string, string> {
  const said = (part: string | undefined) => (part === undefined || part === '-1' ? '' : part);
  const source = said(path.source);
  const sourceId = /^\d*$/.test(source) ? source : String(sourceIdOf(source) ?? source);
  const since = posted !== null && readDays(`${posted}..`) !== null ? posted : null;
  const found = {
    source: sourceId,
    state: said(path.state),
    imported: path.status === '2' ? '2' : '',
    newjobs: path.status === '3' ? (since === null ? '9' : '10') : '',
    dates: path.status === '3' && since !== null ? `${since}..` : '',
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ''));
}
