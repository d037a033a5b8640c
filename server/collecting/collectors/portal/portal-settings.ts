import * as z from 'zod';
import { Recipe } from '#contract/collecting/recipe.ts';

/** Settings of a portal task: the recipe of its crawler. */
export const PortalSettings = z.object({ recipe: Recipe });
export type PortalSettings = z.infer<typeof PortalSettings>;
