import { mostConfigurations, type ReportConfigurationRow } from '#contract/rows/report-rows.ts';

/**
 * Why a view cannot be saved under a name beside `own`, the views of its owner, with the remedy; null if it can. Case does not matter, and
 * the view itself may be among them.
 */
export function viewNameProblem(
  { id, name }: Pick<ReportConfigurationRow, 'id' | 'name'>,
  own: readonly Pick<ReportConfigurationRow, 'id' | 'name'>[],
): string | null {
  const others = own.filter((view) => view.id !== id);
  const key = name.trim().toLowerCase();
  const taken = others.find((view) => view.name.toLowerCase() === key);
  if (taken) return `There is a view “${taken.name}” already. Choose another name, or remove that view first.`;
  if (others.length < mostConfigurations) return null;
  return `You have ${mostConfigurations} views, which is the most. Remove one you no longer need.`;
}
