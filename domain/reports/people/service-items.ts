import type { ServiceItem } from '#contract/system/service-items.ts';
import { isServiceItem, serviceItems, valueWords } from '../../service-items/catalogue.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** One operating value: an item that is set, or the default of a code for which none is set for all customers. */
export type ServiceItemLine = {
  readonly key: string;
  readonly label: string;
  readonly code: string;
  readonly value: string;
  readonly whose: string;
  readonly isSet: boolean;
  readonly usual: string;
  readonly about: string;
  readonly by: string | null;
  readonly at: string | null;
};

/** Every operating value in effect: the items that are set, and the defaults of the others. */
export function serviceItemLines(items: readonly ServiceItem[]): ServiceItemLine[] {
  const ofAll = new Set(items.flatMap(({ code, customerId }) => (customerId === null ? [code] : [])));
  const set = items.map(({ id, code, value, customer, by, at }): ServiceItemLine => {
    const known = isServiceItem(code) ? serviceItems[code] : null;
    return {
      key: String(id),
      label: known?.label ?? code,
      code,
      value: known ? valueWords(code, value) : String(value),
      whose: customer ?? 'All customers',
      isSet: true,
      usual: known ? valueWords(code, known.default) : '',
      about: known?.about ?? '',
      by,
      at,
    };
  });
  const defaults = Object.entries(serviceItems).flatMap(([code, { label, about, default: value }]): ServiceItemLine[] => {
    const usual = valueWords(code, value);
    return ofAll.has(code)
      ? []
      : [{ key: code, label, code, value: usual, whose: 'All customers', isSet: false, usual, about, by: null, at: null }];
  });
  return [...set, ...defaults];
}

/** `/report_serviceitems`: every operating value, set or default. */
export const serviceItemsReport: Report<ServiceItemLine> & { readonly answeredBy: 'service' } = {
  id: reportIds.serviceItems,
  title: 'Service items report',
  about: 'Every operating value of this installation: those that are set, for whom, and the defaults of the others.',
  group: 'People and customers',
  audience: 'admin',
  path: '/report_serviceitems',
  answeredBy: 'service',
  call: 'GET /api/serviceSettingItems',
  offline: 'never',
  noun: 'service item',
  columns: [
    { key: 'label', label: 'Item', type: 'text' },
    { key: 'code', label: 'Code', type: 'text' },
    { key: 'value', label: 'Value', type: 'text' },
    { key: 'whose', label: 'For', type: 'text' },
    { key: 'isSet', label: 'Set', type: 'yes-no' },
    { key: 'usual', label: 'Default', type: 'text' },
    { key: 'by', label: 'Set by', type: 'text' },
    { key: 'at', label: 'Set at', type: 'instant' },
    { key: 'about', label: 'What it changes', type: 'text' },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'set',
      label: 'Value',
      choices: [
        { value: 'yes', label: 'Set' },
        { value: 'no', label: 'Default' },
      ],
      keeps: ({ isSet }, value) => isSet === (value === 'yes'),
    },
    { kind: 'value', name: 'for', label: 'Customer', key: 'whose' },
  ],
  sort: { key: 'label', descending: false },
};
