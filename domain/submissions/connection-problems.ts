import { submissionSystem } from './systems.ts';

/** The fields of a connection as a person sent them. `hasSecret`: one is sent now or stored. */
export type SentConnection = {
  readonly systemId: number;
  readonly orgKey: string;
  readonly site: string;
  readonly hasSecret: boolean;
  readonly isActive: boolean;
};

/** What is wrong with a connection, by field, each with its remedy; null if nothing is. An inactive target may lack fields. */
export function connectionProblems({
  systemId,
  orgKey,
  site,
  hasSecret,
  isActive,
}: SentConnection): Record<string, string> | null {
  const system = submissionSystem(systemId);
  if (!system) return { systemId: 'Choose a system that Jobdock knows' };
  const problems: Record<string, string> = {};
  const needed = isActive && system.needsConnection;
  if (system.keyLabel === null && orgKey !== '') problems['orgKey'] = `${system.name} has no username. Leave it blank.`;
  if (needed && system.keyLabel !== null && orgKey === '') problems['orgKey'] = `Enter the ${system.keyLabel.toLowerCase()}`;
  if (needed && site === '') problems['site'] = `Enter the ${system.siteLabel.toLowerCase()}`;
  if (needed && !hasSecret) problems['secret'] = `Enter the ${nameOf(system.secretLabel)}`;
  if (system.siteIsAddress && site !== '' && !isHttp(site)) problems['site'] = 'Enter an address that begins with https://';
  return Object.keys(problems).length === 0 ? null : problems;
}

/** A label inside a sentence: an abbreviation keeps its capitals. */
const nameOf = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

const isHttp = (site: string): boolean => /^https?:\/\/[^\s/?#]+/i.test(site);

/** Host and port of an address; the whole text where it is none. A secret goes only to the place that it was given for. */
const placeOf = (site: string): string => /^(https?:\/\/[^/?#]+)/i.exec(site)?.[1]?.toLowerCase() ?? site.trim();

/** Whether a stored secret would go elsewhere, or sign in someone else, after a change. */
export const needsSecretAgain = (
  before: { readonly orgKey: string; readonly site: string },
  after: { readonly orgKey: string; readonly site: string },
): boolean => before.orgKey !== after.orgKey || placeOf(before.site) !== placeOf(after.site);
