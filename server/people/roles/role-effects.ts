import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { RoleEffects } from '#contract/people/roles.ts';
import type { RoleEffect } from '#domain/rights/role-effect.ts';
import type { JudgedPerson } from './person-states.ts';

/** People whom a reply names, of those who follow a role and of those who keep their rights. */
const mostNamed = 100;

export type Effect = RoleEffect<JudgedPerson>;

const idsOf = (rights: readonly RightName[]) => rights.map((right) => rightIds[right]);

/** Who follows a change of a role and who keeps their rights, by customer and name. */
export function effectsReply(effects: readonly Effect[]): RoleEffects {
  const list = (follows: boolean) => {
    const all = effects.filter((effect) => effect.follows === follows);
    const rows = all.slice(0, mostNamed).map(({ person: { name, customer }, gains, loses }) => {
      return { name, customer, gains: idsOf(gains), loses: idsOf(loses) };
    });
    return { total: all.length, rows };
  };
  return { follow: list(true), keep: list(false) };
}
